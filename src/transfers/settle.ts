import type { BookingRecord } from '../store/bookings.ts';
import type { Transfers } from './transfers.ts';

/** Settles every pending or hidden booking of a profile whose time has come, in the order of the times. */
export async function settleDue({ bookings }: Transfers, profileCode: string, now: number): Promise<void> {
  for (;;) {
    const due = await bookings.due(profileCode, now, CHUNK);
    if (due.length === 0) return;
    for (const { bookingId } of due) await bookings.settle(profileCode, bookingId);
  }
}

/** A booking as it stands at an instant. */
export async function settledByClock({ bookings }: Transfers, now: number, booking: BookingRecord): Promise<BookingRecord> {
  return booking.settlement && now >= (booking.settlement.dueAt ?? Infinity) ? bookings.settle(booking.profileCode, booking.bookingId) : booking;
}

/** A booking as it stands at a read: a pending or hidden one has been looked for once more, and may end by that. */
export async function settledByRead(transfers: Transfers, now: number, before: BookingRecord): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  const { profileCode, bookingId, settlement } = booking;
  if (!settlement) return booking;
  const reads = await transfers.bookings.countRead(profileCode, bookingId);
  return reads > (settlement.afterReads ?? Infinity) ? transfers.bookings.settle(profileCode, bookingId) : booking;
}

/** A booking as it stands when it is sent again: whoever knows that much of a hidden one is told the rest. */
export async function settledByResend(transfers: Transfers, now: number, before: BookingRecord): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  return booking.status === 'hidden' ? transfers.bookings.settle(booking.profileCode, booking.bookingId) : booking;
}

const CHUNK = 100;
