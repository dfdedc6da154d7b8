import type { Reservation, ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingKey, BookingRecord } from '../store/bookings.ts';
import { bookingResult, completedBooking } from './booking-result.ts';
import type { OneReservation } from './find-reservation.ts';
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
 * Reads a booking's outcome (§3, §4.3): by reservationId or confirmationNumber the existing reservation, by searchId or
 * partnerTrackingId every reservation made under it, newest first. Skips hidden bookings. Refuses with
 * `reservation_key_required` or `reservation_not_found`.
 */
export async function getReservation(
  transfers: Transfers,
  call: RequestContext,
  query: ReservationQuery,
): Promise<ResponseValue<'BookingResult'>> {
  const { reservationId, confirmationNumber, searchId, partnerTrackingId } = query;
  checkOneKey(query);
  if (reservationId !== undefined) return readOne(transfers, call, { reservationId });
  if (confirmationNumber !== undefined) return readOne(transfers, call, { confirmationNumber });
  if (searchId !== undefined) return readBookings(transfers, call, { searchId });
  return readBookings(transfers, call, { partnerTrackingId: partnerTrackingId ?? '' });
}

async function readOne(
  transfers: Transfers,
  call: RequestContext,
  key: OneReservation,
): Promise<ResponseValue<'BookingResult'>> {
  return completedBooking(await asShown(transfers, call, await findReservation(transfers, call, key)));
}

/** Returns the reservation for this read: still confirmed for a while if a scenario hides its cancellation. */
async function asShown(
  { bookings }: Transfers,
  { profile, now }: RequestContext,
  reservation: Reservation,
): Promise<Reservation> {
  const isHidden =
    reservation.state === 'cancelled' &&
    (await bookings.hidesCancellation(profile.code, reservation.reservationId, now));
  return isHidden ? { ...reservation, state: 'confirmed', cancelledAt: null } : reservation;
}

function checkOneKey(query: ReservationQuery): void {
  const sent = KEYS.filter((key) => query[key] !== undefined);
  if (sent.length === 1) return;
  const problem = sent.length === 0 ? 'The query has no key' : `The query has ${sent.join(' and ')}`;
  throw new Refusal('reservation_key_required', [
    { path: 'query', message: `${problem}; send exactly one of ${KEYS.join(', ')}.` },
  ]);
}

/**
 * Returns the outcome for the bookings under a key. An active reservation makes it completed, regardless of the others;
 * else the newest booking without a failure decides, or else the newest (assumption transfer.reservation-read).
 */
async function readBookings(
  transfers: Transfers,
  call: RequestContext,
  key: BookingKey,
): Promise<ResponseValue<'BookingResult'>> {
  const bookings = await settleByRead(transfers, call, await transfers.bookings.find(call.profile.code, key));
  const reservations = await reservationsOf(transfers, call, bookings);
  const active = reservations.find(({ state }) => state === 'confirmed');
  if (active) return { ...completedBooking(active), reservations };
  const deciding = bookings.find(({ status }) => status !== 'failed') ?? bookings[0];
  if (!deciding) throw new Refusal('reservation_not_found');
  return { ...(await bookingResult(transfers, deciding)), reservations };
}

/** Returns the bookings at this read, newest first, without hidden ones. */
async function settleByRead(
  transfers: Transfers,
  call: RequestContext,
  bookings: readonly BookingRecord[],
): Promise<BookingRecord[]> {
  const settled: BookingRecord[] = [];
  for (const booking of bookings) settled.unshift(await settledByRead(transfers, call.now, booking));
  return settled.filter(({ status }) => status !== 'hidden');
}

/** Returns the bookings' reservations, in their order, each in its state for this read. */
async function reservationsOf(
  transfers: Transfers,
  call: RequestContext,
  bookings: readonly BookingRecord[],
): Promise<Reservation[]> {
  const completed = bookings.filter(({ status }) => status === 'completed');
  const found = await Promise.all(
    completed.map(({ profileCode, bookingId }) =>
      transfers.bookings.findReservation(profileCode, { reservationId: bookingId }),
    ),
  );
  const reservations = found.flatMap((record) => record?.reservation ?? []);
  return Promise.all(reservations.map((one) => asShown(transfers, call, one)));
}

const KEYS = ['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'] as const;
