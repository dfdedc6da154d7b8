import { isRecord, isText } from '../../values/kinds.ts';
import type { Exchange } from '../exchange.ts';
import { isLost, sentBody } from '../exchange.ts';
import { fieldOf, reservationsIn, sentField } from '../knowledge.ts';

/** Whether a request books: a new reservation, or the change of one. */
export function isBooking({ operation }: Exchange): boolean {
  return operation === 'bookTransfer' || operation === 'confirmReservationChange';
}

/** The status of the booking result that an exchange returned; undefined where it returned none. */
export function statusOf(exchange: Exchange): string | undefined {
  return fieldOf(exchange, 'status');
}

/** Whether a booking was lost on its way: its response says nothing of what became of it. */
export function isUnsure(exchange: Exchange): boolean {
  return exchange.response?.status === 502 || isLostBooking(exchange);
}

/** Lost in another way than with a 502, of which alone the document speaks. */
export function isLostBooking(exchange: Exchange): boolean {
  return exchange.response?.status === 504 || isLost(exchange);
}

/** "got a 502", "got no response": how a booking was lost. */
export function describeLoss({ response }: Exchange): string {
  if (response === null) return 'got no response';
  return response.status === 200 ? 'got a response that cannot be read' : `got a ${response.status}`;
}

/** Whether a request is the booking of an earlier one once more: with its pricingToken, or word for word. */
export function isSentAgain(earlier: Exchange, later: Exchange): boolean {
  if (earlier.operation !== later.operation) return false;
  const pricingToken = sentField(earlier, 'pricingToken');
  return pricingToken === undefined
    ? isSameBody(sentBody(earlier), sentBody(later))
    : pricingToken === sentField(later, 'pricingToken');
}

/** Whether two bodies are the same, whatever the order of their fields. */
function isSameBody(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, i) => isSameBody(item, other[i]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSameBody(one[name], other[name]));
}

/**
 * Whether a read was made for a booking: `booking` with an identifier of the booking itself, `original` with one of the
 * reservation that it changes.
 */
export function readFor(read: Exchange, booking: Exchange): 'booking' | 'original' | null {
  const searchId = sentField(booking, 'searchId');
  if (searchId !== undefined && fieldOf(read, 'searchId') === searchId) return 'booking';
  for (const [name, value] of read.query) {
    if (name === 'searchId' && value === searchId) return 'booking';
    if (name === 'partnerTrackingId' && value === sentField(booking, 'partnerTrackingId')) return 'booking';
    if (name === 'reservationId' && value === sentField(booking, 'reservationId')) return 'original';
  }
  return readsByReservation(read, booking);
}

/** A read by a number of a reservation says in its response which one that is. */
function readsByReservation(read: Exchange, booking: Exchange): 'booking' | 'original' | null {
  for (const reservation of reservationsIn(read)) {
    if (isText(reservation['searchId']) && reservation['searchId'] === sentField(booking, 'searchId')) return 'booking';
    if (isText(reservation['reservationId']) && reservation['reservationId'] === sentField(booking, 'reservationId'))
      return 'original';
  }
  return null;
}

/** Whether a read brought news: a booking result, or that there is none. */
export function isDefinite({ response }: Exchange): boolean {
  if (response === null) return false;
  if (response.status === 200) return response.body.kind === 'json' || response.body.kind === 'unknown';
  return isNotFound(response.status);
}

/** Whether a read showed how a booking ended. */
export function showsOutcome(read: Exchange, booking: Exchange): boolean {
  const made = readFor(read, booking);
  if (made === null || read.response === null) return false;
  if (isNotFound(read.response.status)) return made === 'booking';
  if (made === 'original') return reservationsIn(read).some(isReplacedOrCancelled);
  const status = statusOf(read);
  return status === 'completed' || status === 'failed' || reservationsIn(read).length > 0;
}

function isReplacedOrCancelled(reservation: Record<string, unknown>): boolean {
  const { state } = reservation;
  return state === 'changed' || state === 'cancelled' || isText(reservation['replacedBy']);
}

/** The document shows neither status nor body of a read that finds nothing. */
function isNotFound(status: number): boolean {
  return status === 400 || status === 404;
}

/** "2 s later", by the clock of the service. */
export function later(earlier: Exchange, exchange: Exchange): string {
  const seconds = Math.round((exchange.at - earlier.at) / 1000);
  if (seconds < 1) return 'at once';
  return seconds < 120 ? `${seconds} s later` : `${Math.round(seconds / 60)} min later`;
}

/** "the booking", "the change confirmation". */
export function nameOf({ operation }: Exchange): string {
  return operation === 'confirmReservationChange' ? 'change confirmation' : 'booking';
}
