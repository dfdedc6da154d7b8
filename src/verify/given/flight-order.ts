import type { FlightOrderRequest, Offer, OrderPassenger, PassengerType, Schema } from '../../api.ts';
import { show } from '../answers/show.ts';
import { Unmet } from '../verdict.ts';

/**
 * A complete and valid instant order for an offer of either provider: documents, NationalID, infants and
 * totalSegments as the offer needs them, and nothing that it does not take. The first passenger's phone is
 * British and their nationality Spanish, so that it shows which of the two the holder's country comes from.
 * Throws Unmet for an offer that lacks what an order is made of.
 */
export function flightOrder(offer: Offer): FlightOrderRequest {
  return madeOf(offer, completeOrder);
}

/** The same as a hold of the offer. Throws Unmet for one without a holdId. */
export function holdOrder(offer: Offer): FlightOrderRequest {
  if (typeof offer.holdId !== 'string')
    throw new Unmet(`needs an offer with a holdId; ${show(offer.offerId)} has ${show(offer.holdId)}`);
  return { ...flightOrder(offer), type: 'hold', holdId: offer.holdId };
}

/** A document that the offer takes, valid for years after the trip. Throws Unmet as flightOrder does. */
export function identityDocument(offer: Offer): Schema['IdentityDocument'] {
  return madeOf(offer, documentFor);
}

/** The types of identity documents that an offer names: in a list, or the single one in a string (§2.2). */
export function supportedDocuments({ supportedPassengerIdDocuments: types }: Offer): Schema['IdentityDocumentType'][] {
  const listed: readonly unknown[] = Array.isArray(types) ? types : [types];
  return listed.filter((type) => typeof type === 'string' && type !== '') as Schema['IdentityDocumentType'][];
}

/** Every segment of every slice, as §2.5 builds them. Throws Unmet for an offer without them. */
export function totalSegments(offer: Offer): Schema['TotalSegment'][] {
  return madeOf(offer, segmentsOf);
}

/** An offer of another service may lack anything; which rule that breaks, other checks say. */
function madeOf<T>(offer: Offer, make: (offer: Offer) => T): T {
  try {
    return make(offer);
  } catch (error) {
    throw new Unmet(
      `needs an offer that an order can be made of; ${show(offer.offerId)} is none: ${(error as Error).message}`,
    );
  }
}

function completeOrder(offer: Offer): FlightOrderRequest {
  const infants = offer.passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id);
  return {
    currency: offer.currency,
    passengers: offer.passengers.map(({ id, type }, index) => ({
      ...person(id, type, index, departureYear(offer)),
      ...(type === 'adult' && infants.length > 0 ? { infant_passenger_id: infants.shift() as string } : {}),
      ...(offer.passengerIdentityDocumentsRequired ? { identity_documents: [documentFor(offer)] } : {}),
      ...(supportedDocuments(offer).includes('dni') ? { NationalID: `0000000${index}T` } : {}),
    })),
    ...(offer.gdsprovider !== 0 ? { totalSegments: segmentsOf(offer) } : {}),
  };
}

function segmentsOf(offer: Offer): Schema['TotalSegment'][] {
  return offer.slices.flatMap(({ segments }) =>
    segments.map(({ departure, arrival, flightNumber }) => ({
      originCode: departure.iataCode,
      destinationCode: arrival.iataCode,
      flightNumber,
      departureDate: departure.departingAt,
    })),
  );
}

function documentFor(offer: Offer): Schema['IdentityDocument'] {
  const supported = supportedDocuments(offer);
  return {
    type: supported.includes('passport') ? 'passport' : (supported[0] ?? 'passport'),
    unique_identifier: 'XDA123456',
    issuing_country_code: 'ES',
    expires_on: `${departureYear(offer) + 5}-06-30`,
  };
}

function departureYear(offer: Offer): number {
  return Number(offer.slices[0]?.departure.departingAt.slice(0, 4));
}

function person(id: string, type: PassengerType, index: number, year: number): OrderPassenger {
  return {
    id,
    type,
    title: 'ms',
    firstName: FIRST_NAMES[index] as string,
    lastName: 'Byron',
    gender: 'f',
    // New Year's Day of the year before the departure has passed on every day on which that flight is sold.
    bornDate: `${year - YEARS_BEFORE[type]}-01-01`,
    email: `${FIRST_NAMES[index]?.toLowerCase()}@example.com`,
    phone_number: index === 0 ? '+442071838750' : `+3461234560${index}`,
    country: 'ES',
  };
}

const FIRST_NAMES = ['Ada', 'Anne', 'Bess', 'Cora', 'Dora', 'Edith', 'Flora', 'Grace', 'Hope'];
const YEARS_BEFORE: Record<PassengerType, number> = { adult: 36, child: 8, infant_without_seat: 1 };
