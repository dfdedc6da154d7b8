import type { Authenticated } from '../../http/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Trigger } from '../../scenarios/active.ts';
import { meetArmed } from '../../scenarios/meet.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import type { Service } from '../../service.ts';
import type { ArmedBooking, ReservationKey } from '../../store/bookings.ts';
import type { ArmedPlace } from './armed-places.ts';
import { armedOnProfile, armedOnReservation, armedOnSearch } from './armed-places.ts';

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
