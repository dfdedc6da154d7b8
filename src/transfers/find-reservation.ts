import type { Reservation } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { settleDue } from './settle.ts';
import type { Ride } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/** Identifies one reservation. */
export type OneReservation = { reservationId: string } | { confirmationNumber: string };

/**
 * Returns the calling profile's current reservation, after settling due pending changes. Refuses with
 * `reservation_not_found`, also for another profile's reservation.
 */
export async function findReservation(
  transfers: Transfers,
  call: RequestContext,
  key: OneReservation,
): Promise<Reservation> {
  return (await findRide(transfers, call, key)).reservation;
}

/** Returns the current reservation with the course of its rides. Refuses like `findReservation`. */
export async function findRide(transfers: Transfers, call: RequestContext, key: OneReservation): Promise<Ride> {
  const found = await findRideIfAny(transfers, call, key);
  if (!found) throw new Refusal('reservation_not_found');
  return found;
}

/** Returns the ride without refusing: undefined for an unknown reservation. */
export async function findRideIfAny(
  transfers: Transfers,
  call: RequestContext,
  key: OneReservation,
): Promise<Ride | undefined> {
  await settleDue(transfers, call.profile.code, call.now);
  return transfers.bookings.findReservation(call.profile.code, key);
}
