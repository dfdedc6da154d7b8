import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import { bookingStatus, isSuccess } from '../responses/outcome.ts';
import { asBookingResult } from '../responses/read-result.ts';
import type { Recorded, Recording } from './recording.ts';
import { sentBody } from './sent-body.ts';

/** A reservation as a response shows it. */
export type ShownReservation = Readonly<Record<string, unknown>>;

/**
 * A booking or a change of the run that was requested once, with the values that search and pricing returned for it.
 */
export interface RequestedBooking {
  keys: KeyPair;
  searchId: string;
  scenario: string | null;
  request: CheckedExchange;
  /** The reservation that it changes; null for a new one. */
  changes: string | null;
  /** Successful reads by its searchId, in the form of a booking, oldest first. */
  reads: readonly CheckedExchange[];
}

/**
 * The bookings and changes of a run that nothing is wrong with. A request with a flaw is none: what a service makes of
 * it, the contract that sent it judges. Neither is one of several requests with the same searchId.
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

/** A read in the form of a booking. */
export function asRead(read: CheckedExchange): CheckedExchange {
  return { ...read, value: asBookingResult(read.value) };
}

/** The parameters of a call. */
export function queryOf({ path }: CheckedExchange): URLSearchParams {
  return new URLSearchParams(path.split('?')[1] ?? '');
}

/** The reservations that a completed response shows; none for any other. */
export function reservationsOf(exchange: CheckedExchange): ShownReservation[] {
  if (!isSuccess(exchange) || bookingStatus(exchange) !== 'completed') return [];
  return select(exchange.value, '/reservations/*')
    .map(({ value }) => value)
    .filter(isRecord);
}

/** A bad request, or one without credentials or beyond a limit, books nothing and may be followed by a good one. */
function isDecided({ exchange: { status } }: Recorded): boolean {
  return status < 400 || status >= 500;
}

function bySearch({ profileCode }: KeyPair, searchId: unknown): string {
  return `${profileCode} ${String(searchId)}`;
}

/** Of a priced offer. */
function keyOf({ profileCode }: KeyPair, { searchId, resultId, pricingToken }: Record<string, unknown>): string {
  return JSON.stringify([profileCode, searchId, resultId, pricingToken]);
}
