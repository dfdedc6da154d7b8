import type { Occasion, View } from '../conduct.ts';
import { isInDoubt } from '../doubt.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isBooking, isDefinite, readFor } from './bookings.ts';
import { isSameTrip } from './trips.ts';

/**
 * Returns what the client did first after a lost booking. An abandoned exchange ends last, so the judge may have seen
 * the later exchanges before. `read`: a read showed the outcome. `booked`: another booking came before such a read.
 * `meanwhile`: it may have come while the client still waited.
 */
export function whatFollowed(
  view: View,
): { kind: 'nothing' | 'read' } | { kind: 'booked' | 'meanwhile'; by: JudgedExchange } {
  const { exchange: lost, known } = view;
  for (const next of known.tries.all()) {
    if (!mayFollow(lost, next)) continue;
    if (!isBooking(next) && readFor(next, lost) && isDefinite(next)) return { kind: 'read' };
    if (isBooking(next) && isSameTrip(lost, next, known))
      return { kind: isAfter(lost, next) ? 'booked' : 'meanwhile', by: next };
  }
  return { kind: 'nothing' };
}

/**
 * Returns the open occasions for lost requests that may be earlier than the judged exchange. It is unknown when the
 * client left, so the beginning counts.
 */
export function lostBefore(view: View): Occasion[] {
  const { exchange } = view;
  return view.allOpened().filter((open) => mayFollow(open.exchange, exchange));
}

/** True if the client may have sent a request after an earlier lost one. */
export function mayFollow(lost: JudgedExchange, next: JudgedExchange): boolean {
  return next.began >= lost.ended || (lost.response === null && next.began > lost.began);
}

/**
 * True if a client had certainly stopped waiting when it sent the next request. A service may notice the departure
 * late, so one second between the two requests is enough; two clicks come faster.
 */
export function isAfter(lost: JudgedExchange, next: JudgedExchange): boolean {
  return next.began >= lost.ended || (mayFollow(lost, next) && next.at - lost.at >= SECOND);
}

/** Opens an occasion if the response to a booking got lost and nothing has followed yet. */
export function openWhereLost(view: View, data?: unknown): Occasion | null {
  const { exchange } = view;
  if (!isBooking(exchange) || !isInDoubt(exchange) || whatFollowed(view).kind !== 'nothing') return null;
  return view.open(exchange.id, data);
}

const SECOND = 1000;
