import type { BookingRecord } from '../store/bookings.ts';
import { inSlices } from '../turns.ts';
import type { Transfers } from './transfers.ts';

/** Settles every pending or hidden booking of a profile whose time has come, in the order of the times; in slices, where there are many. */
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

/** A booking as it stands at an instant. Others that were due before it are settled before it: one may have taken the place of its original. */
export async function settledByClock(
  transfers: Transfers,
  now: number,
  booking: BookingRecord,
): Promise<BookingRecord> {
  const { profileCode, bookingId, settlement } = booking;
  const dueAt = settlement?.dueAt ?? Infinity;
  if (now < dueAt) return booking;
  await settleDue(transfers, profileCode, now);
  return transfers.bookings.settle(profileCode, bookingId, dueAt);
}

/** A booking as it stands at a read: a pending or hidden one has been looked for once more, and may end by that. */
export async function settledByRead(transfers: Transfers, now: number, before: BookingRecord): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  const { profileCode, bookingId, settlement } = booking;
  if (!settlement) return booking;
  const reads = await transfers.bookings.countRead(profileCode, bookingId);
  return reads > (settlement.afterReads ?? Infinity) ? transfers.bookings.settle(profileCode, bookingId, now) : booking;
}

/** A booking as it stands when it is sent again: whoever knows that much of a hidden one is told the rest. */
export async function settledByResend(
  transfers: Transfers,
  now: number,
  before: BookingRecord,
): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  return booking.status === 'hidden' ? transfers.bookings.settle(booking.profileCode, booking.bookingId, now) : booking;
}

const CHUNK = 100;
