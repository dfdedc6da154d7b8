import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { queryOf } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import { asRead, bookingStatus, isSuccess } from '../responses/outcome.ts';
import type { Recorded, Recording } from './recording.ts';
import { sentBody } from './sent-body.ts';

/** Reservation as shown in a response. */
export type ShownReservation = Readonly<Record<string, unknown>>;

/** Booking or change requested once in the run, with the values returned by its search and pricing. */
export interface RequestedBooking {
  keys: KeyPair;
  searchId: string;
  scenario: string | null;
  request: CheckedExchange;
  /** The reservation to change; null for a new one. */
  changes: string | null;
  /** Successful reads by its searchId, in booking form, oldest first. */
  reads: readonly CheckedExchange[];
}

/**
 * Returns a run's flawless bookings and changes. Leaves out several requests with the same searchId, and requests with
 * a flaw: their own contract judges them.
 */
export function requestedBookings(recording: Recording): RequestedBooking[] {
  const priced = new Set(
    recording
      .of('priceTransfer')
      .filter(({ exchange }) => isSuccess(exchange))
      .map(({ exchange, keys }) =>
        keyOf(keys, { ...sentBody(exchange), pricingToken: propertyOf(exchange.value, 'pricingToken') }),
      ),
  );
  const requests = Map.groupBy(
    recording.underAnyScenario('bookTransfer', 'confirmReservationChange').filter(isDecided),
    ({ exchange, keys }) => bySearch(keys, sentBody(exchange)['searchId']),
  );
  const reads = Map.groupBy(
    recording.of('getReservation').filter(({ exchange }) => isSuccess(exchange)),
    ({ exchange, keys }) => bySearch(keys, queryOf(exchange).get('searchId')),
  );
  return [...requests].flatMap(([search, [first, ...others]]) => {
    if (!first || others.length > 0 || !priced.has(keyOf(first.keys, sentBody(first.exchange)))) return [];
    const { exchange: request, keys, scenario } = first;
    const { searchId, reservationId } = sentBody(request);
    const own = (reads.get(search) ?? []).filter(({ exchange }) => exchange.sequence > request.sequence);
    return [
      {
        ...{ keys, scenario, request },
        searchId: String(searchId),
        changes: isText(reservationId) ? reservationId : null,
        reads: own.map(({ exchange }) => asRead(exchange)),
      },
    ];
  });
}

/** Returns the reservations in a completed response; none for any other. */
export function reservationsOf(exchange: CheckedExchange): ShownReservation[] {
  if (!isSuccess(exchange) || bookingStatus(exchange) !== 'completed') return [];
  return select(exchange.value, '/reservations/*')
    .map(({ value }) => value)
    .filter(isRecord);
}

/** True for a decided request. A bad, unauthenticated or limited request books nothing, and a good one may follow. */
function isDecided({ exchange: { status } }: Recorded): boolean {
  return status < 400 || status >= 500;
}

function bySearch({ profileCode }: KeyPair, searchId: unknown): string {
  return `${profileCode} ${String(searchId)}`;
}

/** Returns a priced offer's key. */
function keyOf({ profileCode }: KeyPair, { searchId, resultId, pricingToken }: Record<string, unknown>): string {
  return JSON.stringify([profileCode, searchId, resultId, pricingToken]);
}
