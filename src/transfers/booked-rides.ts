import { HOUR } from '../base/clock.ts';
import type { Reservation } from '../interface/api.ts';
import type { Leg, ReservationRecord } from '../store/bookings.ts';

/** A reservation's ride. */
export interface BookedRide {
  leg: Leg;
  /** Epoch milliseconds. */
  pickupAt: number;
}

/**
 * Returns the rides that a reservation covers: a round trip has two (assumption transfer.round-trips), and changing a
 * return covers only that one.
 */
export function bookedRides({ createdAt, pickupDateTime, returnPickupDateTime }: Reservation): BookedRide[] {
  const outbound = { leg: 'outbound', pickupAt: Date.parse(pickupDateTime) } as const;
  if (returnPickupDateTime === null) return [outbound];
  const back = { leg: 'return', pickupAt: Date.parse(returnPickupDateTime) } as const;
  return outbound.pickupAt <= Date.parse(createdAt) ? [back] : [outbound, back];
}

/** Returns the rides that take place: after a cancellation or a change, those with an earlier pickup. */
export function takenRides({
  reservation,
  closedAt,
}: Pick<ReservationRecord, 'reservation' | 'closedAt'>): BookedRide[] {
  return bookedRides(reservation).filter(({ pickupAt }) => closedAt === null || pickupAt <= closedAt);
}

/** Returns the next pickup after an instant; or else the last one. */
export function nextPickup({ pickupDateTime, returnPickupDateTime }: Reservation, now: number): string {
  return returnPickupDateTime !== null && Date.parse(pickupDateTime) <= now ? returnPickupDateTime : pickupDateTime;
}

/** True from the last pickup on: no remaining ride can be changed or cancelled. */
export function isOver(reservation: Reservation, now: number): boolean {
  return bookedRides(reservation).every(({ pickupAt }) => pickupAt <= now);
}

/**
 * Returns how much of a reservation's price is refunded if it is cancelled at an instant: each ride counts the same, by
 * the tier for its own notice; a ride with an earlier pickup is not refunded.
 */
export function refundPercentAt(reservation: Reservation, at: number): number {
  const rides = bookedRides(reservation);
  const percents = rides.map(({ pickupAt }) => {
    const tier = reservation.cancellation.tiers.find(({ noticeHours }) => pickupAt - at >= noticeHours * HOUR);
    return tier?.refundPercent ?? 0;
  });
  return percents.reduce((sum, percent) => sum + percent, 0) / rides.length;
}
