import type { Selectable } from 'kysely';
import type { BookingState } from '../../resources.ts';
import { toBooking, toReservation } from '../booking-rows.ts';
import type { Tables } from '../tables.ts';

export function toState(row: Selectable<Tables['bookings']>): BookingState {
  const { reservation, ride } = toReservation(row);
  return {
    booking: toBooking(row),
    reservation,
    ride,
    settledAt: row.settled_at,
    settledByClock: row.settled_at !== null && row.settled_at === row.due_at,
    changedAt: row.changed_at,
    cancelledAt: row.cancelled_at,
    cancellationShownAt: row.cancel_shown_at,
  };
}
