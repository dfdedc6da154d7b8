import { isDeepStrictEqual } from 'node:util';
import type { ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { EffectPlace, SupplierEffect } from '../scenarios/effects.ts';
import { findRide } from './find-reservation.ts';
import type { Transfers } from './transfers.ts';

/**
 * Returns the current ride's driver and vehicle, each once it is assigned; neither if the reservation was closed before
 * the pickup. Refuses with `reservation_not_found` or `driver_not_supported`.
 */
export async function getDriverAndVehicle(
  transfers: Transfers,
  call: RequestContext,
  query: { reservationId: string },
): Promise<ResponseValue<'DriverAndVehicle'>> {
  const ride = await findRide(transfers, call, query);
  const { reservation } = ride;
  if (!reservation.supportsDriverAndVehicle) throw new Refusal('driver_not_supported');
  const shown = await underEffect(call, 'supplier.driver', (effect) =>
    transfers.supplier.driverAndVehicle(ride, call.now, effect),
  );
  return { reservationId: reservation.reservationId, ...shown };
}

/**
 * Returns the vehicle's position and the events so far, on the current ride; none if the reservation was closed before
 * the pickup. Refuses with `reservation_not_found` or `tracking_not_supported`.
 */
export async function getTracking(
  transfers: Transfers,
  call: RequestContext,
  query: { reservationId: string },
): Promise<ResponseValue<'Tracking'>> {
  const ride = await findRide(transfers, call, query);
  const { reservation } = ride;
  if (!reservation.supportsTracking) throw new Refusal('tracking_not_supported');
  const shown = await underEffect(call, 'supplier.tracking', (effect) =>
    transfers.supplier.tracking(ride, call.now, effect),
  );
  return { reservationId: reservation.reservationId, ...shown };
}

/** Reads the ride under a scenario's effect. The scenario acts if the read without it shows something else. */
async function underEffect<Shown>(
  { effects, act }: RequestContext,
  place: EffectPlace,
  read: (effect: SupplierEffect | undefined) => Promise<Shown>,
): Promise<Shown> {
  const usual = await read(undefined);
  if (!effects.supplier) return usual;
  const shown = await read(effects.supplier);
  if (isDeepStrictEqual(shown, usual)) return usual;
  await act(place);
  return shown;
}
