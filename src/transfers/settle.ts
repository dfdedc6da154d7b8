import type { BookingRecord } from '../store/bookings.ts';
import type { Transfers } from './transfers.ts';

/** Settles every pending booking of a profile whose time has come, in the order of the times. */
export async function settleDue({ bookings }: Transfers, profileCode: string, now: number): Promise<void> {
  for (;;) {
    const due = await bookings.due(profileCode, now, CHUNK);
    if (due.length === 0) return;
    for (const { bookingId } of due) await bookings.settle(profileCode, bookingId);
  }
}

/** A booking as it stands at an instant. */
export async function settledByClock({ bookings }: Transfers, now: number, booking: BookingRecord): Promise<BookingRecord> {
  const dueAt = booking.settlement?.dueAt ?? Infinity;
  return booking.status === 'pending' && now >= dueAt ? bookings.settle(booking.profileCode, booking.bookingId) : booking;
}

/** A booking as it stands at a read: a pending one has been read once more, and may end by that. */
export async function settledByRead(transfers: Transfers, now: number, before: BookingRecord): Promise<BookingRecord> {
  const booking = await settledByClock(transfers, now, before);
  if (booking.status !== 'pending') return booking;
  const { profileCode, bookingId, settlement } = booking;
  const reads = await transfers.bookings.countRead(profileCode, bookingId);
  return reads > (settlement?.afterReads ?? Infinity) ? transfers.bookings.settle(profileCode, bookingId) : booking;
}

const CHUNK = 100;
