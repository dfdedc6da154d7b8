import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { queryOf } from '../http/exchange.ts';
import { asRead, bookingStatus, isRefused, isSuccess } from '../responses/outcome.ts';
import type { RequestedBooking } from './bookings.ts';
import { requestedBookings, reservationsOf } from './bookings.ts';
import type { Recorded, Recording } from './recording.ts';
import { sentBody } from './sent-body.ts';

/** One booking's statuses in the run. */
export interface SeenOutcome {
  wasPending: boolean;
  /** The first response with an outcome, and every later one. */
  first: CheckedExchange;
  later: readonly CheckedExchange[];
}

/**
 * Returns every booking and change in the run with an outcome. Leaves out bookings changed or cancelled since, because
 * their status is not documented.
 */
export function seenOutcomes(recording: Recording): SeenOutcome[] {
  const touched = new Set(
    recording
      .underAnyScenario('confirmReservationChange', 'cancelReservation')
      .map(({ exchange }) => propertyOf(sentBody(exchange), 'reservationId')),
  );
  const reads = recording.of('getReservation').filter(({ exchange }) => isSuccess(exchange));
  const byKey = Map.groupBy(
    reads.flatMap((read) => KEYS.map((key) => ({ read, id: queryOf(read.exchange).get(key), key }))),
    ({ read, key, id }) => `${read.keys.profileCode} ${key} ${id}`,
  );
  const readsBy = (booking: RequestedBooking, key: string, id: unknown): CheckedExchange[] =>
    (byKey.get(`${booking.keys.profileCode} ${key} ${String(id)}`) ?? []).map(({ read }) => asRead(read.exchange));
  return requestedBookings(recording).flatMap((booking) => {
    const shown = [booking.request, ...booking.reads].map(reservationsOf).find(({ length }) => length > 0)?.[0] ?? {};
    if (touched.has(shown['reservationId']) && booking.changes !== shown['reservationId']) return [];
    const all = [
      booking.request,
      ...booking.reads,
      ...KEYS.flatMap((key) => (isText(shown[key]) ? readsBy(booking, key, shown[key]) : [])),
    ]
      .filter((one) => isSuccess(one) && bookingStatus(one) !== undefined)
      .sort((one, other) => one.sequence - other.sequence);
    const at = all.findIndex((one) => OUTCOMES.includes(bookingStatus(one)));
    const first = all[at];
    return first ? [{ wasPending: at > 0, first, later: all.slice(at + 1) }] : [];
  });
}

/**
 * Returns the latest searchIds with only refused bookings. Counts only searchIds returned to the same profile: another
 * contract judges reads by invented ones.
 */
export function refusedSearches(recording: Recording, most: number): Recorded[] {
  const searched = new Set(
    recording
      .of('searchTransfers')
      .map(({ exchange, keys }) => `${keys.profileCode} ${String(propertyOf(exchange.value, 'searchId'))}`),
  );
  const bySearch = Map.groupBy(
    recording.underAnyScenario('bookTransfer', 'confirmReservationChange'),
    ({ exchange, keys }) => `${keys.profileCode} ${String(sentBody(exchange)['searchId'])}`,
  );
  return [...bySearch]
    .filter(([search, calls]) => searched.has(search) && calls.every(isRefusedBooking))
    .flatMap(([, [first]]) => first ?? [])
    .slice(-most);
}

/** True for a refused booking. A rate-limited call proves nothing. */
function isRefusedBooking({ exchange, scenario }: Recorded): boolean {
  return exchange.operationId === 'bookTransfer' && scenario === null && isRefused(exchange) && exchange.status !== 429;
}

/** True for a read that shows a successful booking. */
export function showsMade(read: CheckedExchange): boolean {
  return (
    isSuccess(read) &&
    (bookingStatus(read) === 'completed' || select(read.value, '/reservations/*/reservationId').length > 0)
  );
}

const KEYS = ['reservationId', 'confirmationNumber'] as const;
const OUTCOMES: readonly unknown[] = ['completed', 'failed'];
