import { toIso } from '../../base/clock.ts';
import type { BookingRecord } from '../../store/bookings.ts';
import type { BookingState } from '../../store/resources.ts';
import { bookingEvents, nextRideEvent } from '../../timeline/booking-events.ts';
import type { TransferSupplier } from '../../transfers/transfer-supplier.ts';
import type { ControlSchema } from '../control-api.ts';
import { describeTimeline } from './timeline.ts';

/** A booking with its reservation as they really are, even when a scenario hides them from the client. */
export async function describeReservation(
  supplier: TransferSupplier,
  state: BookingState,
  now: number,
): Promise<ControlSchema['ReservationResource']> {
  const { booking, reservation } = state;
  const exists = booking.status === 'completed' || booking.status === 'hidden';
  return {
    kind: 'reservation',
    resourceId: booking.bookingId,
    status: booking.status,
    state: exists ? reservation.state : null,
    searchId: booking.searchId,
    pricingToken: booking.pricingToken,
    partnerTrackingId: booking.partnerTrackingId,
    createdAt: toIso(booking.createdAt),
    settlement: settlementOf(booking),
    reads: booking.reads,
    errorCode: booking.errorCode,
    request: { ...booking.request },
    reservation: exists ? reservation : null,
    actions: await actionsOn(supplier, state, now),
    timeline: describeTimeline(await bookingEvents(supplier, state), booking.bookingId, now),
  };
}

async function actionsOn(
  supplier: TransferSupplier,
  state: BookingState,
  now: number,
): Promise<ControlSchema['Actions']> {
  const { booking, reservation, ride } = state;
  if (booking.status === 'pending') return ['complete', 'fail'];
  if (booking.status === 'hidden') return ['complete'];
  if (booking.status === 'failed' || reservation.state !== 'confirmed') return [];
  const { driver } = await supplier.driverAndVehicle(state, now);
  return [
    ...(now < Date.parse(reservation.pickupDateTime) ? ['cancel' as const] : []),
    ...((await nextRideEvent(supplier, state, now)) ? ['advance-ride' as const] : []),
    ...(reservation.supportsDriverAndVehicle && driver && !ride.hasOtherDriver ? ['replace-driver' as const] : []),
  ];
}

function settlementOf({ settlement }: BookingRecord): ControlSchema['Settlement'] | null {
  if (settlement === null) return null;
  const { to, dueAt, afterReads, errorCode } = settlement;
  return { to, dueAt: dueAt === null ? null : toIso(dueAt), afterReads, errorCode };
}
