import type { Occasion, View } from '../conduct.ts';
import { isInDoubt } from '../doubt.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isBooking, isDefinite, readFor } from './bookings.ts';
import { isSameTrip } from './trips.ts';

/**
 * What followed a lost booking that was judged before it was: an exchange whose client left ends last. `read`: a read
 * brought news. `booked`: another booking came before any. `meanwhile`: it may have come while the client still waited.
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
 * The open occasions of lost requests that may have come before the exchange under judgement. When a client left is not
 * known, so it counts that its request began before.
 */
export function lostBefore(view: View): Occasion[] {
  const { exchange } = view;
  return view.allOpened().filter((open) => mayFollow(open.exchange, exchange));
}

/** Whether a request may have been sent when an earlier one was lost. */
export function mayFollow(lost: JudgedExchange, next: JudgedExchange): boolean {
  return next.began >= lost.ended || (lost.response === null && next.began > lost.began);
}

/**
 * Whether a client had certainly stopped waiting when it sent the next request. A service may see only later that it
 * left, so a second between the two requests will do; two clicks come faster.
 */
export function isAfter(lost: JudgedExchange, next: JudgedExchange): boolean {
  return next.began >= lost.ended || (mayFollow(lost, next) && next.at - lost.at >= SECOND);
}

/** Opens an occasion where the response to a booking got lost and nothing followed yet. */
export function openWhereLost(view: View, data?: unknown): Occasion | null {
  const { exchange } = view;
  if (!isBooking(exchange) || !isInDoubt(exchange) || whatFollowed(view).kind !== 'nothing') return null;
  return view.open(exchange.id, data);
}

const SECOND = 1000;
