import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { sentBody } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { fieldOf, reservationsIn, sentField } from '../knowledge.ts';
import { hiddenIn } from './sent-body.ts';

/** True if a request books: a new reservation, or a change. */
export function isBooking({ operation }: JudgedExchange): boolean {
  return operation === 'bookTransfer' || operation === 'confirmReservationChange';
}

/** Returns the booking status in a response; undefined without a booking result. */
export function statusOf(exchange: JudgedExchange): string | undefined {
  return fieldOf(exchange, 'status');
}

/** True if a request repeats an earlier booking: with its pricingToken, or with the same body. */
export function isSentAgain(earlier: JudgedExchange, later: JudgedExchange): boolean {
  if (earlier.operation !== later.operation) return false;
  const pricingToken = sentField(earlier, 'pricingToken');
  return pricingToken === undefined
    ? isSameBody(sentBody(earlier), sentBody(later))
    : pricingToken === sentField(later, 'pricingToken');
}

/**
 * Returns the reason if bookings cannot be compared: a body is missing or is not JSON. Null if they can be compared.
 */
export function whyHidden(...bookings: JudgedExchange[]): string | null {
  for (const { request } of bookings) {
    const why = hiddenIn(request.body);
    if (why !== null) return why;
  }
  return null;
}

/** True if two bodies are equal, in any field order. */
function isSameBody(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, i) => isSameBody(item, other[i]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSameBody(one[name], other[name]));
}

/**
 * Returns a read's target: `booking` if it names the booking itself, `original` if it names the reservation to be
 * changed.
 */
export function readFor(read: JudgedExchange, booking: JudgedExchange): 'booking' | 'original' | null {
  const [searchId, reservationId] = [sentField(booking, 'searchId'), sentField(booking, 'reservationId')];
  const asked = (name: string): string | undefined => read.query.find((entry) => entry[0] === name)?.[1];
  const partnerTrackingId = asked('partnerTrackingId');
  if (partnerTrackingId !== undefined)
    return partnerTrackingId === sentField(booking, 'partnerTrackingId') ? 'booking' : null;
  if (searchId !== undefined && (asked('searchId') === searchId || showsBooking(read, booking, searchId)))
    return 'booking';
  if (reservationId === undefined) return null;
  const isOfOriginal = reservationsIn(read).some((one) => one['reservationId'] === reservationId);
  return isOfOriginal || asked('reservationId') === reservationId ? 'original' : null;
}

/** True if the response to a read by reservation number identifies this booking. */
function showsBooking(read: JudgedExchange, booking: JudgedExchange, searchId: string): boolean {
  const reservations = reservationsIn(read);
  if (reservations.some((one) => one['searchId'] === searchId && !isOfAnother(one, booking))) return true;
  if (fieldOf(read, 'searchId') !== searchId) return false;
  return reservations.length === 0 || !reservations.every((one) => isOfAnother(one, booking));
}

/** True if a reservation shows by itself that another booking from the same search made it. */
function isOfAnother(reservation: Record<string, unknown>, booking: JudgedExchange): boolean {
  const differs = (own: unknown, sent: unknown): boolean => isText(own) && isText(sent) && own !== sent;
  if (['resultId', 'partnerTrackingId'].some((name) => differs(reservation[name], sentField(booking, name))))
    return true;
  const traveller = propertyOf(sentBody(booking), 'traveller');
  const other = reservation['traveller'];
  return ['firstName', 'lastName'].some((name) => differs(propertyOf(other, name), propertyOf(traveller, name)));
}

/** True if a read was conclusive: it returned a booking result, or its absence. */
export function isDefinite(read: JudgedExchange): boolean {
  const { response } = read;
  if (response?.status === 200) return response.body.kind === 'json' || response.body.kind === 'unknown';
  return findsNothing(read);
}

/** True if a read showed the booking's outcome. */
export function showsOutcome(read: JudgedExchange, booking: JudgedExchange): boolean {
  const made = readFor(read, booking);
  if (made === null) return false;
  if (made === 'original') return reservationsIn(read).some(isReplacedOrCancelled);
  const status = statusOf(read);
  if (status === 'pending') return false;
  return status === 'completed' || status === 'failed' || reservationsIn(read).length > 0;
}

/**
 * True if the response to a read reports a missing reservation. The document shows neither its status nor its body, so
 * a 400 counts as well, unless the request deserves a refusal: it must have one identifier and nothing else.
 */
export function findsNothing({ query, response }: JudgedExchange): boolean {
  return response?.status === 404 || (response?.status === 400 && query.length === 1);
}

function isReplacedOrCancelled(reservation: Record<string, unknown>): boolean {
  const { state } = reservation;
  return state === 'changed' || state === 'cancelled' || isText(reservation['replacedBy']);
}

/** True if the client's latest booking result is not completed. */
export function isLatestOpen({ tries }: Knowledge): boolean {
  const latest = tries.find((one) => statusOf(one));
  return latest === 'pending' || latest === 'failed';
}

/** Returns the time between two exchanges by the service clock, as in "2 s later". */
export function later(earlier: JudgedExchange, exchange: JudgedExchange): string {
  const seconds = Math.round((exchange.at - earlier.at) / 1000);
  if (seconds < 1) return 'at once';
  return seconds < 120 ? `${seconds} s later` : `${Math.round(seconds / 60)} min later`;
}

/** Names a booking, as in "the booking" or "the change confirmation". */
export function nameOf({ operation }: JudgedExchange): string {
  return operation === 'confirmReservationChange' ? 'change confirmation' : 'booking';
}
