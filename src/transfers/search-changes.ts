import type { ChangeSearchRequest, Reservation, ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findReservation } from './find-reservation.ts';
import { checkTripTimes, openSearch } from './search.ts';
import type { TripRequest } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/**
 * Searches a change of a reservation (§4.3, first call of a change) among the offers of its company. Fields omitted
 * from the request come from the reservation, and its amenities are selected. The reservation does not change. Refuses
 * with `reservation_not_found`, `reservation_not_changeable` and as searchTransfers does.
 */
export async function searchReservationChanges(
  transfers: Transfers,
  call: RequestContext,
  request: ChangeSearchRequest,
): Promise<ResponseValue<'ChangeSearchResponse'>> {
  const { reservationId } = request;
  const reservation = await findReservation(transfers, call, { reservationId });
  await checkChangeable(reservation, call);
  const trip = changedTrip(reservation, request);
  checkTripTimes(trip);
  const amenities = reservation.amenities.filter(({ included }) => !included).map(({ key }) => key);
  const origin = { trip, reservationId, amenities };
  return { ...(await openSearch(transfers, call, { kind: 'change', origin })), reservationId };
}

/** Refuses with `reservation_not_changeable` unless the reservation is confirmed, amendable and in the future. */
export async function checkChangeable(reservation: Reservation, call: RequestContext): Promise<void> {
  const reason = whyNotChangeable(reservation, call.now);
  if (reason) throw notChangeable(reservation, reason);
  if (call.effects.supplier?.change === undefined) return;
  await call.act('supplier.change');
  throw notChangeable(reservation, 'is no longer amendable at its supplier');
}

function notChangeable({ reservationId }: Reservation, reason: string): Refusal {
  return new Refusal('reservation_not_changeable', [
    { path: '/reservationId', message: `Reservation ${reservationId} ${reason} and cannot be changed.` },
  ]);
}

function whyNotChangeable({ state, cancellation, pickupDateTime }: Reservation, now: number): string | undefined {
  if (state !== 'confirmed') return `is ${state}`;
  if (!cancellation.amendable) return 'is not amendable';
  return Date.parse(pickupDateTime) <= now ? `had its pickup at ${pickupDateTime}` : undefined;
}

function changedTrip(reservation: Reservation, request: ChangeSearchRequest): TripRequest {
  const { returnPickupDateTime } = reservation;
  return {
    pickup: request.pickup ?? reservation.pickup,
    dropoff: request.dropoff ?? reservation.dropoff,
    mode: reservation.mode,
    pickupDateTime: request.pickupDateTime ?? withoutZone(reservation.pickupDateTime),
    returnPickupDateTime: request.returnPickupDateTime ?? (returnPickupDateTime && withoutZone(returnPickupDateTime)),
    passengers: request.passengers ?? reservation.passengers,
    currency: reservation.currency,
    supplierName: reservation.supplier.name,
  };
}

function withoutZone(dateTime: string): string {
  return dateTime.slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
}
