import type { Reservation, ResponseValue } from '../interface/api.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import { catalogue } from '../interface/errors/catalogue.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { BookingRecord } from '../store/bookings.ts';
import type { Transfers } from './transfers.ts';

/**
 * Returns a booking's result so far (§3): only a completed one has reservations, each with its current state. Refuses a
 * hidden one with `reservation_not_found`.
 */
export async function bookingResult(
  transfers: Transfers,
  booking: BookingRecord,
): Promise<ResponseValue<'BookingResult'>> {
  if (booking.status === 'completed') {
    const [first, ...rest] = await Promise.all(
      (await partsOf(transfers, booking)).map((one) => present(transfers, one)),
    );
    if (!first) throw new Error(`the completed booking ${booking.bookingId} has no reservation`);
    return { ...completedBooking(first), reservations: [first, ...rest] };
  }
  const { status, searchId, partnerTrackingId, errorCode } = booking;
  if (status === 'hidden') throw new Refusal('reservation_not_found');
  const open = { completed: false as const, searchId, partnerTrackingId, reservations: [] };
  return status === 'pending' ? { status, ...open } : { status, ...open, error: errorOf(errorCode as ErrorName) };
}

/** Returns the second reservation's pricing token, derived from the first one's. */
export function otherPartToken(pricingToken: string): string {
  return `${pricingToken}${OTHER_PART}`;
}

const OTHER_PART = '+2';

/** Returns the bookings of one request: usually a single one. */
async function partsOf({ bookings }: Transfers, booking: BookingRecord): Promise<BookingRecord[]> {
  const { part, profileCode, pricingToken } = booking;
  if (part === null) return [booking];
  const other = part === 1 ? otherPartToken(pricingToken) : pricingToken.slice(0, -OTHER_PART.length);
  const found = await bookings.find(profileCode, { pricingToken: other });
  return part === 1 ? [booking, ...found] : [...found, booking];
}

async function present({ bookings }: Transfers, { profileCode, reservation }: BookingRecord): Promise<Reservation> {
  const { reservationId } = reservation;
  const found = await bookings.findReservation(profileCode, { reservationId });
  if (!found) throw new Error(`the completed booking ${reservationId} has no reservation`);
  return found.reservation;
}

/** Returns the result for an existing reservation. */
export function completedBooking(reservation: Reservation): ResponseValue<'BookingResult'> {
  const { searchId, partnerTrackingId } = reservation;
  return { status: 'completed', completed: true, searchId, partnerTrackingId, reservations: [reservation] };
}

/** Returns the result for a refused booking or change confirmation: HTTP 200 with the reason (§3). */
export function failedBooking(
  request: { searchId: string; partnerTrackingId?: string },
  refusal: Refusal,
): ResponseValue<'BookingResult'> {
  const { searchId, partnerTrackingId = null } = request;
  const message =
    refusal.details.length > 0 ? refusal.details.map((detail) => detail.message).join(' ') : refusal.message;
  return {
    status: 'failed',
    completed: false,
    searchId,
    partnerTrackingId,
    reservations: [],
    error: { code: refusal.code, message },
  };
}

function errorOf(name: ErrorName): { code: string; message: string } {
  const { summary, next } = catalogue[name];
  return { code: name, message: `${summary} ${next}` };
}
