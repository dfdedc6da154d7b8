import type { Request } from 'express';
import { isForgotten } from '../../base/lifetime.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { Authenticated } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Trigger } from '../../scenarios/active.ts';
import { meetArmed } from '../../scenarios/meet.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import type { Service } from '../../service.ts';
import type { ArmedBooking, ReservationKey } from '../../store/bookings.ts';
import type { ArmedScenario } from '../../store/profiles.ts';

type ServiceExchange = Authenticated<OperationId>;

/**
 * The armed scenarios that meet a request: those of the search of its offer, or else those of its reservation, or else
 * those of its profile. A scenario that is counted meets exactly as many requests as it says, however many are served
 * at the same time.
 */
export async function armedScenario(
  service: Service,
  exchange: ServiceExchange,
): Promise<{ acting: ScenarioSelector[]; from: Trigger } | undefined> {
  const booking = await findBooking(service, exchange);
  const places = [
    ['offer', () => armedOnSearch(service, exchange, booking)],
    ['reservation', () => armedOnReservation(service, exchange, booking)],
    ['profile', armedOnProfile(service, exchange)],
  ] as const;
  for (const [from, find] of places) {
    const acting = await meet(service, exchange.operation.operationId, find);
    if (acting) return { acting, from };
  }
  return undefined;
}

async function meet(
  { scenarios }: Service,
  operationId: OperationId,
  find: () => Promise<ArmedPlace | undefined>,
): Promise<ScenarioSelector[] | undefined> {
  for (;;) {
    const place = await find();
    const met = place && meetArmed(scenarios, operationId, place.text);
    if (!place || !met) return undefined;
    if (await place.keep(met.rest)) return met.acting;
  }
}

async function findBooking({ store }: Service, { req, profile }: ServiceExchange): Promise<ArmedBooking | undefined> {
  const key = reservationKeyOf(req);
  return key && store.bookings.findArmed(profile.code, key);
}

/** The latest booking under a key is the one that is read. */
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

/** A text that is armed somewhere. */
interface ArmedPlace {
  text: string;
  /** Arms the rest in its place; false when something else is armed there by now. */
  keep(rest: string | null): Promise<boolean>;
}

/** What is armed on the search of the offer, or of the reservation that is read. */
async function armedOnSearch(
  { store }: Service,
  { req, profile: { code }, operation, now }: ServiceExchange,
  booking: ArmedBooking | undefined,
): Promise<ArmedPlace | undefined> {
  const searchId =
    searchIdOfRequest(req) ?? (operation.operationId === 'getReservation' ? booking?.searchId : undefined);
  if (searchId === undefined) return undefined;
  const search = await store.searches.find(code, searchId);
  if (!search?.armed || isForgotten(search, now)) return undefined;
  const { armed } = search;
  return {
    text: armed,
    keep: async (rest) => rest === armed || store.searches.rearm(code, searchId, armed, rest),
  };
}

function searchIdOfRequest({ params, query, body }: Request): string | undefined {
  if (params['offerId'] !== undefined) return searchIdOf(String(params['offerId']));
  const searchId = (body as { searchId?: unknown } | undefined)?.searchId ?? query['searchId'];
  return typeof searchId === 'string' ? searchId : undefined;
}

async function armedOnReservation(
  { store }: Service,
  { profile: { code } }: ServiceExchange,
  booking: ArmedBooking | undefined,
): Promise<ArmedPlace | undefined> {
  if (!booking?.armed) return undefined;
  const current = await store.bookings.findArmed(code, { reservationId: booking.bookingId });
  if (!current?.armed) return undefined;
  const { armed, bookingId } = current;
  return { text: armed, keep: async (rest) => rest === armed || store.bookings.rearm(code, bookingId, armed, rest) };
}

/** What is armed on the profile. Reads it again only where another request changed what is armed. */
function armedOnProfile({ store }: Service, { profile }: ServiceExchange): () => Promise<ArmedPlace | undefined> {
  let known: ArmedScenario | null | undefined = profile.armed;
  return async () => {
    const armed = known === undefined ? ((await store.profiles.find(profile.code))?.armed ?? null) : known;
    if (!armed) return undefined;
    known = undefined;
    return {
      text: armed.scenario,
      keep: async (rest) => {
        const left = afterMeeting(armed, rest);
        return left === armed || store.profiles.rearm(profile.code, armed, left);
      },
    };
  };
}

function afterMeeting(armed: ArmedScenario, rest: string | null): ArmedScenario | null {
  const { scenario, calls } = armed;
  if (calls === null && rest === scenario) return armed;
  if (rest === null || calls === 1) return null;
  return { scenario: rest, calls: calls && calls - 1 };
}
