import type { Occasion, View } from '../conduct.ts';
import { isInDoubt } from '../doubt.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isBooking, readFor, statusOf } from './bookings.ts';
import { mayFollow } from './lost.ts';

/** A booking that is pending, and what came of the reads since. */
export interface PendingBooking {
  booking: JudgedExchange;
  /** Reads that said pending. */
  reads: number;
  /** Reads that said nothing of it: refused, lost, or of the original that a change replaces. */
  vain: number;
  /** Whether a read found no reservation. The document does not say what follows from that. */
  isGone: boolean;
  /** When it was read last, or became pending; epoch milliseconds. */
  lookedAt: number;
  /** The longest pause before a read; milliseconds. */
  pause: number;
}

/** What an occasion that `openWherePending` opened is about. */
export function pendingOf({ data }: Occasion): PendingBooking {
  return data as PendingBooking;
}

/** Opens an occasion where an exchange shows that a booking is pending: its response, or the read of a lost one. */
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
