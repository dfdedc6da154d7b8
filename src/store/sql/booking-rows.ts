import type { Insertable, Selectable } from 'kysely';
import { toIso } from '../../base/clock.ts';
import { Lru } from '../../base/lru.ts';
import type { Reservation } from '../../interface/api.ts';
import type { BookingRecord, ReservationRecord } from '../bookings.ts';
import type { BookingState } from '../resources.ts';
import type { Tables } from './tables.ts';

export type BookingRow = Selectable<Tables['bookings']>;
export type NewBookingRow = Required<Omit<Insertable<Tables['bookings']>, 'seq' | 'settled_at' | 'changed_at'>>;

export function toRow(booking: BookingRecord, owner: number): NewBookingRow {
  return {
    booking_id: booking.bookingId,
    owner,
    pricing_token: booking.pricingToken,
    search_id: booking.searchId,
    partner_tracking_id: booking.partnerTrackingId,
    request: JSON.stringify(booking.request),
    status: booking.status,
    settle_to: booking.settlement?.to ?? null,
    due_at: booking.settlement?.dueAt ?? null,
    after_reads: booking.settlement?.afterReads ?? null,
    settle_error_code: booking.settlement?.errorCode ?? null,
    reads: booking.reads,
    error_code: booking.errorCode,
    confirmation_number: booking.reservation.confirmationNumber,
    state: 'confirmed',
    replaced_by: null,
    cancelled_at: null,
    reservation: JSON.stringify(booking.reservation),
    created_at: booking.createdAt,
    pickup_at: Date.parse(booking.reservation.pickupDateTime),
    last_pickup_at: Date.parse(booking.reservation.returnPickupDateTime ?? booking.reservation.pickupDateTime),
    cancel_shown_at: null,
    cancel_hidden_reads: null,
    part: booking.part,
    armed: booking.armed,
    resend: booking.resend,
    ride_ahead_ms: null,
    return_ahead_ms: null,
    other_driver: null,
    first_status: booking.firstStatus,
  };
}

export function toBooking(row: BookingRow, profileCode: string): BookingRecord {
  return {
    bookingId: row.booking_id,
    profileCode,
    pricingToken: row.pricing_token,
    searchId: row.search_id,
    partnerTrackingId: row.partner_tracking_id,
    request: JSON.parse(row.request) as object,
    status: row.status,
    firstStatus: firstStatusOf(row),
    settlement:
      row.status === 'completed' || row.status === 'failed' || row.settle_to === null
        ? null
        : { to: row.settle_to, dueAt: row.due_at, afterReads: row.after_reads, errorCode: row.settle_error_code },
    reads: row.reads,
    errorCode: row.error_code,
    part: row.part,
    armed: row.armed,
    resend: row.resend,
    reservation: storedReservation(row),
    createdAt: row.created_at,
  };
}

function firstStatusOf({ first_status, settle_to, status }: BookingRow): BookingRecord['firstStatus'] {
  if (first_status !== null) return first_status;
  if (settle_to === null) return 'completed';
  return status === 'hidden' ? 'hidden' : 'pending';
}

export function toReservation(row: BookingRow, profileCode: string): ReservationRecord {
  return {
    bookingId: row.booking_id,
    profileCode,
    reservation: {
      ...storedReservation(row),
      state: row.state,
      replacedBy: row.replaced_by,
      cancelledAt: row.cancelled_at === null ? null : toIso(row.cancelled_at),
    },
    closedAt: row.changed_at ?? row.cancelled_at,
    ride: {
      aheadMs: row.ride_ahead_ms ?? 0,
      returnAheadMs: row.return_ahead_ms ?? 0,
      otherDriverOn: row.other_driver,
    },
  };
}

/**
 * Returns the original reservation: without its current state, links and times. Clients poll the same one, and every
 * read from PostgreSQL has a separate row: the same text is parsed once, and frozen with all its parts.
 */
function storedReservation({ reservation }: Pick<BookingRow, 'reservation'>): Reservation {
  return reservations.getOrCreate(reservation, () => freezeAll(JSON.parse(reservation)) as Reservation);
}

function freezeAll(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(freezeAll);
  return Object.freeze(value);
}

export function toState(row: BookingRow, profileCode: string): BookingState {
  const { reservation, closedAt, ride } = toReservation(row, profileCode);
  return {
    booking: toBooking(row, profileCode),
    reservation,
    closedAt,
    ride,
    settlesTo: row.settle_to && {
      to: row.settle_to,
      dueAt: row.due_at,
      afterReads: row.after_reads,
      errorCode: row.settle_error_code,
    },
    settledAt: row.settled_at,
    settledByClock: row.settled_at !== null && row.settled_at === row.due_at,
    changedAt: row.changed_at,
    cancelledAt: row.cancelled_at,
    cancellationShownAt: row.cancel_shown_at,
  };
}

/** Enough for the bookings that clients poll at the same time. */
const reservations = new Lru<Reservation>(300);
