import type { ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findRide } from './find-reservation.ts';
import type { Transfers } from './transfers.ts';

/**
 * The driver and the vehicle, each once it is assigned; neither for a reservation that is not confirmed (any more).
 * Refuses with `reservation_not_found` or `driver_not_supported`.
 */
export async function getDriverAndVehicle(
  transfers: Transfers,
  call: RequestContext,
  query: { reservationId: string },
): Promise<ResponseValue<'DriverAndVehicle'>> {
  const ride = await findRide(transfers, call, query);
  const { reservation } = ride;
  if (!reservation.supportsDriverAndVehicle) throw new Refusal('driver_not_supported');
  const { reservationId, state } = reservation;
  if (state !== 'confirmed') return { reservationId, driver: null, vehicle: null };
  return {
    reservationId,
    ...(await transfers.supplier.driverAndVehicle(ride, call.now, call.effects.supplier)),
  };
}

/**
 * The position of the vehicle and the events so far, on the outbound ride; none for a reservation that is not
 * confirmed (any more). Refuses with `reservation_not_found` or `tracking_not_supported`.
 */
export async function getTracking(
  transfers: Transfers,
  call: RequestContext,
  query: { reservationId: string },
): Promise<ResponseValue<'Tracking'>> {
  const ride = await findRide(transfers, call, query);
  const { reservation } = ride;
  if (!reservation.supportsTracking) throw new Refusal('tracking_not_supported');
  const { reservationId, state } = reservation;
  if (state !== 'confirmed') return { reservationId, status: 'not_started', location: null, events: [] };
  return { reservationId, ...(await transfers.supplier.tracking(ride, call.now, call.effects.supplier)) };
}
