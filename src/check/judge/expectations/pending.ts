import type { Occasion, View } from '../conduct.ts';
import { isInDoubt } from '../doubt.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isBooking, readFor, statusOf } from './bookings.ts';
import { mayFollow } from './lost.ts';

/** A pending booking, and the results from its reads. */
export interface PendingBooking {
  booking: JudgedExchange;
  /** Number of reads that returned the status pending. */
  reads: number;
  /** Number of reads that showed no outcome: refused, lost, or about the original reservation. */
  vain: number;
  /** True if a read found no reservation. The document does not state the consequence. */
  isGone: boolean;
  /** End of the latest read, or the pending response; epoch milliseconds. */
  lookedAt: number;
  /** The longest pause before a read; milliseconds. */
  pause: number;
  /** True if another booking for the trip came after the latest read. */
  isPassedOver: boolean;
}

/** Returns the booking behind an occasion from `openWherePending`. */
export function pendingOf({ data }: Occasion): PendingBooking {
  return data as PendingBooking;
}

/** Opens an occasion if an exchange shows a pending booking: in its own response, or in a read after a lost one. */
export function openWherePending(view: View): void {
  const { exchange } = view;
  if (statusOf(exchange) !== 'pending') return;
  const booking = isBooking(exchange) ? exchange : lostBookingOf(view);
  if (!booking || view.find(booking.id)) return;
  const data: PendingBooking = {
    booking,
    reads: booking === exchange ? 0 : 1,
    vain: 0,
    isGone: false,
    pause: 0,
    isPassedOver: false,
    lookedAt: exchange.at,
  };
  view.open(booking.id, data);
}

function lostBookingOf({ exchange, known }: View): JudgedExchange | undefined {
  return known.tries.find((one) =>
    isBooking(one) && isInDoubt(one) && mayFollow(one, exchange) && readFor(exchange, one) === 'booking'
      ? one
      : undefined,
  );
}
