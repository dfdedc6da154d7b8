import { inSlices } from '../base/turns.ts';
import type { BookingRecord } from '../store/bookings.ts';
import type { Transfers } from './transfers.ts';

/** Settles a profile's due pending and hidden bookings, in time order, in slices. */
export async function settleDue({ bookings }: Transfers, profileCode: string, now: number): Promise<void> {
  const pause = inSlices();
  for (;;) {
    const due = await bookings.due(profileCode, now, CHUNK);
    if (due.length === 0) return;
    for (const { bookingId, settlement } of due) {
      await bookings.settle(profileCode, bookingId, settlement?.dueAt ?? now);
      await pause();
    }
  }
}

/**
 * Returns a booking in its state at an instant. Settles earlier due bookings first: one may have replaced its
 * original.
 */
async function settledByClock(transfers: Transfers, now: number, booking: BookingRecord): Promise<BookingRecord> {
  const { profileCode, bookingId, settlement } = booking;
  const dueAt = settlement?.dueAt ?? Infinity;
  if (now < dueAt) return booking;
  await settleDue(transfers, profileCode, now);
  return transfers.bookings.settle(profileCode, bookingId, dueAt);
}

/** Returns a booking in its state at a read. The read counts for a pending or hidden one, and may settle it. */
export async function settledByRead(transfers: Transfers, now: number, before: BookingRecord): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  const { profileCode, bookingId, settlement } = booking;
  if (!settlement) return booking;
  const reads = await transfers.bookings.countRead(profileCode, bookingId);
  return reads > (settlement.afterReads ?? Infinity) ? transfers.bookings.settle(profileCode, bookingId, now) : booking;
}

/**
 * Returns a booking in its state at a resend. The resend settles a hidden one: its client already knows the request.
 */
export async function settledByResend(
  transfers: Transfers,
  now: number,
  before: BookingRecord,
): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  return booking.status === 'hidden' ? transfers.bookings.settle(booking.profileCode, booking.bookingId, now) : booking;
}

const CHUNK = 100;
