import type { View } from '../conduct.ts';
import { isInDoubt } from '../doubt.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { reservationsIn, sentField } from '../knowledge.ts';
import { isBooking, isSentAgain, readFor, statusOf } from './bookings.ts';
import { isSameRoute, isSameTrip } from './trips.ts';

/** A completed booking, and the response as its evidence: its own, or a read's. */
interface Made {
  booking: JudgedExchange;
  shown: JudgedExchange;
}

/** Returns the earlier booking for the same trip, if the client knew about its success when it sent the next one. */
export function findMade({ known, exchange: next }: View): Made | undefined {
  return known.tries.find((booking) => {
    if (!isBooking(booking) || !isForTheSame(booking, next, known)) return undefined;
    const shown = findShown(booking, next, known);
    return !shown || isEnded(reservationsIn(shown), next, known) ? undefined : { booking, shown };
  });
}

/**
 * True for a repeat of the same booking, and for another booking for the same trip if the client had to look for the
 * first. A client that is certain of the first booking may want a second car.
 */
function isForTheSame(booking: JudgedExchange, next: JudgedExchange, known: Knowledge): boolean {
  if (isSentAgain(booking, next)) return true;
  if (!isOpen(booking) || [booking, next].some(({ operation }) => operation !== 'bookTransfer')) return false;
  return isSameTrip(booking, next, known) && isSameRoute(booking, next, known);
}

function isOpen(booking: JudgedExchange): boolean {
  return isInDoubt(booking) || statusOf(booking) === 'pending';
}

function findShown(booking: JudgedExchange, next: JudgedExchange, { tries }: Knowledge): JudgedExchange | undefined {
  if (statusOf(booking) === 'completed') return booking.ended <= next.began ? booking : undefined;
  if (!isOpen(booking)) return undefined;
  return tries.find((one) => (isCompletedRead(one, booking) && one.ended <= next.began ? one : undefined));
}

/** True if a read shows the original with its change completed. */
function isCompletedRead(read: JudgedExchange, booking: JudgedExchange): boolean {
  if (isBooking(read)) return false;
  const made = readFor(read, booking);
  if (made === 'original') return reservationsIn(read).some(({ state }) => state === 'changed');
  return made === 'booking' && statusOf(read) === 'completed';
}

/** True if a reservation was cancelled or changed, or may have been. */
function isEnded(made: readonly Record<string, unknown>[], next: JudgedExchange, known: Knowledge): boolean {
  const ids = made.map((one) => one['reservationId']);
  const isOf = (one: JudgedExchange): boolean => ids.includes(sentField(one, 'reservationId'));
  const showsEnd = (one: JudgedExchange): boolean =>
    reservationsIn(one).some((each) => ids.includes(each['reservationId']) && each['state'] !== 'confirmed');
  if (known.cancellations.find((one) => isOf(one) || undefined)) return true;
  if (isOf(next)) return false;
  return known.tries.find((one) => isOf(one) || showsEnd(one) || undefined) !== undefined;
}
