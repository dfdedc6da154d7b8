import { DAY, toIso } from '../base/clock.ts';
import { Lru } from '../base/lru.ts';
import type { FlightSearchRequest } from '../interface/api.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import type { RefusalDetail } from '../interface/errors/refusal.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { PlaceLookup } from './flights.ts';

/**
 * Refuses a search that fits the schema but breaks a rule (§2.1, §8): the first kind of violation in list order, with
 * every place where it occurs. With `openJaw`, two slices may be any two trips.
 */
export function checkSearch(places: PlaceLookup, request: FlightSearchRequest, now: number, openJaw = false): void {
  for (const [name, violations] of openJaw ? CHECKS : [...CHECKS, ROUND_TRIP]) {
    const details = violations(request, places, now);
    if (details.length > 0) throw new Refusal(name, details);
  }
}

type NamedCheck = readonly [ErrorName, Check];

type Check = (request: FlightSearchRequest, places: PlaceLookup, now: number) => RefusalDetail[];

const CHECKS: readonly NamedCheck[] = [
  ['adult_required', withoutAdult],
  ['too_many_infants', infantsWithoutLap],
  ['departure_in_past', departuresInPast],
  ['departure_too_late', departuresTooLate],
  ['slices_out_of_order', returnBeforeOutbound],
  ['same_origin_and_destination', circularSlices],
  ['unknown_location', unknownLocations],
];

/** Assumption flight.round-trip. */
const ROUND_TRIP: NamedCheck = ['not_a_round_trip', otherReturns];

const DAYS_SOLD = 361;

function withoutAdult({ passengers }: FlightSearchRequest): RefusalDetail[] {
  if (passengers.some(({ type }) => type === 'adult')) return [];
  return [{ path: '/passengers', message: 'passengers must contain at least one of type adult' }];
}

function infantsWithoutLap({ passengers }: FlightSearchRequest): RefusalDetail[] {
  let laps = passengers.filter(({ type }) => type === 'adult').length;
  return passengers.flatMap(({ type }, index) => {
    if (type !== 'infant_without_seat' || laps-- > 0) return [];
    return [
      {
        path: `/passengers/${index}/type`,
        message: `passengers.${index} is an infant_without_seat without an adult`,
        index,
      },
    ];
  });
}

function departuresInPast(request: FlightSearchRequest, places: PlaceLookup, now: number): RefusalDetail[] {
  return offendingDates(request, places, now, (date, today) =>
    date < today ? `is in the past: it is ${today} at the origin` : undefined,
  );
}

function departuresTooLate(request: FlightSearchRequest, places: PlaceLookup, now: number): RefusalDetail[] {
  return offendingDates(request, places, now, (date, today) =>
    date > lastDaySold(today) ? `is more than ${DAYS_SOLD} days after ${today}` : undefined,
  );
}

function lastDaySold(today: string): string {
  return lastDays.getOrCreate(today, () => toIso(Date.parse(today) + DAYS_SOLD * DAY).slice(0, 10));
}

/** Nearly all searches are for today or tomorrow, or for a frozen clock's day. */
const lastDays = new Lru<string>(20);

/** `problemOf` gets the departure date and the current date at the origin; slices from unknown places are skipped. */
function offendingDates(
  { slices }: FlightSearchRequest,
  places: PlaceLookup,
  now: number,
  problemOf: (date: string, today: string) => string | undefined,
): RefusalDetail[] {
  return slices.flatMap(({ origin, departure_date: date }, index) => {
    const airport = places.find(origin)?.airports[0];
    const problem = airport && problemOf(date, places.localDate(airport.timeZone, now));
    if (!problem) return [];
    return [{ path: `/slices/${index}/departure_date`, message: `slices.${index}.departure_date ${date} ${problem}` }];
  });
}

function returnBeforeOutbound({ slices: [out, back] }: FlightSearchRequest): RefusalDetail[] {
  if (!out || !back || back.departure_date >= out.departure_date) return [];
  const path = '/slices/1/departure_date';
  const before = `slices.0.departure_date ${out.departure_date}`;
  return [{ path, message: `slices.1.departure_date ${back.departure_date} is before ${before}` }];
}

function circularSlices({ slices }: FlightSearchRequest, places: PlaceLookup): RefusalDetail[] {
  return slices.flatMap(({ origin, destination }, index) => {
    if (origin !== destination && !isCityOf(places, origin, destination) && !isCityOf(places, destination, origin))
      return [];
    const same = origin === destination ? 'the same place' : 'a city and its own airport';
    const message = `slices.${index} goes from ${origin} to ${destination}, which is ${same}`;
    return [{ path: `/slices/${index}/destination`, message }];
  });
}

/**
 * Refuses a second slice that is not a return between the cities of the first one, from or to any of their airports.
 */
function otherReturns({ slices: [out, back] }: FlightSearchRequest, places: PlaceLookup): RefusalDetail[] {
  if (!out || !back) return [];
  const ends = [cityOf(places, out.destination), cityOf(places, out.origin)];
  if (ends[0] === cityOf(places, back.origin) && ends[1] === cityOf(places, back.destination)) return [];
  const message =
    `slices.1 goes from ${back.origin} to ${back.destination}; ` +
    `the return of slices.0 goes from ${out.destination} to ${out.origin}`;
  return [{ path: '/slices/1', message }];
}

function unknownLocations({ slices }: FlightSearchRequest, places: PlaceLookup): RefusalDetail[] {
  return slices.flatMap((slice, index) =>
    (['origin', 'destination'] as const).flatMap((end) => {
      if (places.find(slice[end])) return [];
      return [
        {
          path: `/slices/${index}/${end}`,
          message: `slices.${index}.${end} "${slice[end]}" is not an IATA code of an airport or a city`,
        },
      ];
    }),
  );
}

/** True if `city` is the city code for the airport `code`. */
function isCityOf(places: PlaceLookup, city: string, code: string): boolean {
  return city !== code && cityOf(places, code) === city;
}

/** An unknown code is its own city. */
function cityOf(places: PlaceLookup, code: string): string {
  return places.find(code)?.airports[0]?.cityCode ?? code;
}
