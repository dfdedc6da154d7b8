import { HOUR, toIso } from '../../base/clock.ts';
import { isCountryCode } from '../../base/countries.ts';
import type { OrderPassenger, PassengerType } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import type { OrderContext } from './order-context.ts';
import { refuse, violation } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

/** Validates the passengers' personal data (§2.4, assumption flight.personal-values). */
export function checkPersonal(order: OrderContext): void {
  refuse('invalid_born_date', impossibleBirths(order));
  refuse('invalid_phone_number', wrongPhones(order));
  refuse('country_required', missingNationalities(order));
  refuse('invalid_country', unknownCountries(order));
}

function impossibleBirths({ request, now }: OrderContext): RefusalDetail[] {
  // The date in the easternmost time zone: a birth there today is not in the future.
  const latestToday = toIso(now + 14 * HOUR).slice(0, 10);
  return request.passengers.flatMap(({ bornDate }, index) => {
    const path = `/passengers/${index}/bornDate`;
    if (bornDate > latestToday) return violation(path, `must not be in the future, got ${bornDate}`, index);
    if (yearsBetween(bornDate, latestToday) <= OLDEST) return [];
    return violation(path, `must not be more than ${OLDEST} years ago, got ${bornDate}`, index);
  });
}

/** Greater than any passenger's age so far. */
const OLDEST = 122;

function wrongPhones({ request, tracked, phones }: OrderContext): RefusalDetail[] {
  const holder = orderRequirements.holderPhone(tracked.source.fare.requirements);
  return phones.flatMap(({ valid, countryCode }, index) => {
    const path = `/passengers/${index}/phone_number`;
    const got = `got ${request.passengers[index]?.phone_number}`;
    if (!valid) return violation(path, `must be a possible number for its prefix, ${got}`, index);
    const countryMissing = index === 0 && holder && countryCode === undefined;
    return countryMissing
      ? violation(path, `must have the prefix of a country for the holder's country code, ${got}`, index)
      : [];
  });
}

function missingNationalities({ request, tracked }: OrderContext): RefusalDetail[] {
  if (!orderRequirements.nationality(tracked.source.fare.requirements)) return [];
  return request.passengers.flatMap(({ country }, index) =>
    country === undefined
      ? violation(`/passengers/${index}/country`, 'must be given: the offer asks for the nationality', index)
      : [],
  );
}

function unknownCountries({ request }: OrderContext): RefusalDetail[] {
  return request.passengers.flatMap(({ country, identity_documents: documents = [] }, index) => [
    ...unknownCountry(`/passengers/${index}/country`, country, index),
    ...documents.flatMap((document, i) =>
      unknownCountry(
        `/passengers/${index}/identity_documents/${i}/issuing_country_code`,
        document.issuing_country_code,
        index,
      ),
    ),
  ]);
}

function unknownCountry(path: string, code: string | undefined, index: number): RefusalDetail[] {
  return code === undefined || isCountryCode(code)
    ? []
    : [violation(path, `must be a country code of ISO 3166-1, got ${code}`, index)];
}

/**
 * Checks that every passenger has the age for its type when the first flight leaves (assumption flight.passenger-ages).
 */
export function checkAges({ request, tracked: { offer } }: OrderContext): void {
  const departure = offer.slices[0]?.departure.departingAt.slice(0, 10) ?? '';
  refuse(
    'passenger_age_mismatch',
    request.passengers.flatMap((passenger, index) => otherAge(passenger, departure, index)),
  );
}

function otherAge({ type, bornDate }: OrderPassenger, date: string, index: number): RefusalDetail[] {
  const age = yearsBetween(bornDate, date);
  const { from, below } = AGES[type];
  if (age >= from && age < below) return [];
  const limits = below === Infinity ? `${from} or older` : `${from === 0 ? '' : `${from} or older and `}under ${below}`;
  const must = `must fit the type: a passenger of type ${type} is ${limits} on ${date}, got ${bornDate} (age ${age})`;
  return [violation(`/passengers/${index}/bornDate`, must, index)];
}

/** Returns the whole years from one date to another, both `YYYY-MM-DD`; negative before the first. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Age in years, by type. */
const AGES: Record<PassengerType, { from: number; below: number }> = {
  infant_without_seat: { from: 0, below: 2 },
  child: { from: 2, below: 12 },
  adult: { from: 12, below: Infinity },
};
