import type { Answer } from '../api.ts';
import { Refusal } from '../errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingKey, BookingRecord } from '../store/bookings.ts';
import { bookingResult, completedBooking } from './booking-result.ts';
import { findReservation } from './find-reservation.ts';
import { settledByRead } from './settle.ts';
import type { Transfers } from './transfers.ts';

export interface ReservationQuery {
  reservationId?: string;
  searchId?: string;
  confirmationNumber?: string;
  partnerTrackingId?: string;
}

/**
 * Reads the outcome of a booking (§3, §4.3): by reservationId or confirmationNumber the existing reservation, by
 * searchId or partnerTrackingId the latest booking that has not failed, or else the latest failed one. Hidden bookings
 * are skipped. Refuses with `reservation_key_required` or `reservation_not_found`.
 */
export async function getReservation(
  transfers: Transfers,
  call: RequestContext,
  query: ReservationQuery,
): Promise<Answer<'BookingResult'>> {
  const { reservationId, confirmationNumber, searchId, partnerTrackingId } = query;
  checkOneKey(query);
  if (reservationId !== undefined) return completedBooking(await findReservation(transfers, call, { reservationId }));
  if (confirmationNumber !== undefined)
    return completedBooking(await findReservation(transfers, call, { confirmationNumber }));
  if (searchId !== undefined) return readBooking(transfers, call, { searchId });
  return readBooking(transfers, call, { partnerTrackingId: partnerTrackingId ?? '' });
}

function checkOneKey(query: ReservationQuery): void {
  const sent = KEYS.filter((key) => query[key] !== undefined);
  if (sent.length === 1) return;
  const problem = sent.length === 0 ? 'The query has no key' : `The query has ${sent.join(' and ')}`;
  throw new Refusal('reservation_key_required', [
    { path: 'query', message: `${problem}; send exactly one of ${KEYS.join(', ')}.` },
  ]);
}

async function readBooking(
  transfers: Transfers,
  call: RequestContext,
  key: BookingKey,
): Promise<Answer<'BookingResult'>> {
  const bookings = await transfers.bookings.find(call.profile.code, key);
  let latest: BookingRecord | undefined;
  for (const booking of bookings.reverse()) {
    const now = await settledByRead(transfers, call.now, booking);
    if (now.status === 'hidden') continue;
    if (now.status !== 'failed') return bookingResult(transfers, now);
    latest ??= now;
  }
  if (!latest) throw new Refusal('reservation_not_found');
  return bookingResult(transfers, latest);
}

const KEYS = ['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'] as const;
