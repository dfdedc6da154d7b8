import type { Request } from 'express';
import { isForgotten } from '../../base/lifetime.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { Authenticated } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Claim, Trigger } from '../../scenarios/active.ts';
import type { Armed, ArmedPlace } from '../../scenarios/meet.ts';
import { claimOn, meetArmed } from '../../scenarios/meet.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import type { Service } from '../../service.ts';
import type { ArmedBooking, ReservationKey } from '../../store/bookings.ts';
import type { Records, RequestKeys } from '../../store/requests.ts';

/** A request with the records that it names. */
export interface Named extends Authenticated<OperationId> {
  records: Records;
}

/** The armed scenarios that a request meets, and its claim on them. */
interface Meeting {
  acting: ScenarioSelector[];
  from: Trigger;
  claim: Claim;
}

/**
 * Returns the armed scenarios that a request meets: those for its offer's search, or else for its reservation, or else
 * for its profile. Counts nothing yet, because a scenario may still not act.
 */
export async function armedScenario(service: Service, exchange: Named): Promise<Meeting | undefined> {
  const reservation = reservationKeyOf(exchange.req);
  const booking = reservation && (await exchange.records.bookings.findArmed(exchange.profile.code, reservation));
  const places = [
    ['offer', placeOfSearch(exchange, booking)],
    ['reservation', placeOfReservation(exchange, booking)],
    ['profile', placeOfProfile(service, exchange)],
  ] as const;
  for (const [from, place] of places) {
    const armed = place && (await place.read());
    if (!armed) continue;
    const acting = meetArmed(service.scenarios, exchange.operation.operationId, armed);
    if (acting.length > 0) return { acting, from, claim: claimOn(place, armed) };
  }
  return undefined;
}

/** Returns the record keys that a request names, as far as its body has been received. */
export function keysOf(req: Request): RequestKeys {
  const token = (req.body as { pricingToken?: unknown } | undefined)?.pricingToken;
  return {
    searchId: searchIdOfRequest(req),
    pricingToken: typeof token === 'string' ? token : undefined,
    reservation: reservationKeyOf(req),
  };
}

/** Returns the requested reservation's key. A read finds the latest booking under a key. */
function reservationKeyOf({ query, body }: { query: object; body?: unknown }): ReservationKey | undefined {
  const fields: Record<string, unknown> = { ...query, ...(typeof body === 'object' ? body : {}) };
  const names = [
    'reservationId',
    'confirmationNumber',
    ...(body === undefined ? ['searchId', 'partnerTrackingId'] : []),
  ];
  const name = names.find((each) => typeof fields[each] === 'string');
  return name === undefined ? undefined : ({ [name]: fields[name] } as ReservationKey);
}

/** Returns the search for the offer or the requested reservation. */
function placeOfSearch(
  { req, profile: { code }, records: { searches }, operation, now }: Named,
  booking: ArmedBooking | undefined,
): ArmedPlace | undefined {
  const searchId =
    searchIdOfRequest(req) ?? (operation.operationId === 'getReservation' ? booking?.searchId : undefined);
  if (searchId === undefined) return undefined;
  return {
    async read() {
      const search = await searches.find(code, searchId);
      return search?.armed && !isForgotten(search, now) ? uncounted(search.armed) : null;
    },
    replace: (expected, left) => searches.rearm(code, searchId, expected.scenario, left && left.scenario),
  };
}

function searchIdOfRequest({ params, query, body }: Request): string | undefined {
  if (params['offerId'] !== undefined) return searchIdOf(String(params['offerId']));
  const searchId = (body as { searchId?: unknown } | undefined)?.searchId ?? query['searchId'];
  return typeof searchId === 'string' ? searchId : undefined;
}

function placeOfReservation(
  { profile: { code }, records: { bookings } }: Named,
  booking: ArmedBooking | undefined,
): ArmedPlace | undefined {
  if (!booking?.armed) return undefined;
  const { bookingId } = booking;
  return {
    async read() {
      const current = await bookings.findArmed(code, { reservationId: bookingId });
      return current?.armed ? uncounted(current.armed) : null;
    },
    replace: (expected, left) => bookings.rearm(code, bookingId, expected.scenario, left && left.scenario),
  };
}

/** Reads the profile again only after another request has changed its armed scenarios. */
function placeOfProfile({ store }: Service, { profile: { code, armed } }: Named): ArmedPlace {
  let known: Armed | null | undefined = armed;
  return {
    async read() {
      const current = known === undefined ? ((await store.profiles.find(code))?.armed ?? null) : known;
      known = undefined;
      return current;
    },
    replace: (expected, left) => store.profiles.rearm(code, expected, left),
  };
}

/** Scenarios of a search or a reservation have counts in their selectors only. */
function uncounted(scenario: string): Armed {
  return { scenario, calls: null };
}
