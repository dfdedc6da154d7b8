import type { ChangeSearchRequest, Reservation, ResponseValue } from '../interface/api.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { isOver, nextPickup } from './booked-rides.ts';
import { findReservation } from './find-reservation.ts';
import { checkTripTimes, openSearch } from './search.ts';
import type { TransferOrigin } from './transfer-search.ts';
import type { TripRequest } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/**
 * Searches a change of a reservation (§4.3, first call for a change) among its company's offers. Fields omitted from
 * the request come from the reservation, and its amenities are selected. The reservation does not change. Between a
 * round trip's rides, the search is for the return alone (assumption transfer.round-trips). Refuses with
 * `reservation_not_found`, `reservation_not_changeable` and as searchTransfers does.
 */
export async function searchReservationChanges(
  transfers: Transfers,
  call: RequestContext,
  request: ChangeSearchRequest,
): Promise<ResponseValue<'ChangeSearchResponse'>> {
  const { reservationId } = request;
  const reservation = await findReservation(transfers, call, { reservationId });
  const part = changeablePart(reservation, call.now);
  await checkChangeable(reservation, call, part);
  const amenities = reservation.amenities.filter(({ included }) => !included).map(({ key }) => key);
  const search = async (trip: TripRequest) => {
    checkTripTimes(trip);
    return openSearch(transfers, call, { kind: 'change', origin: { trip, reservationId, amenities, ...part } });
  };
  const trip = changedTrip(reservation, request);
  const found = part.outboundPickupDateTime
    ? await search(returnOf(trip, request, part)).catch(refuseReturn)
    : await search(trip);
  return { ...found, reservationId };
}

/** The rides that a change concerns: all, or the return only, with its outbound ride's pickup. */
type ChangedPart = Pick<TransferOrigin, 'outboundPickupDateTime'>;

function changeablePart(reservation: Reservation, now: number): ChangedPart {
  const { pickupDateTime } = reservation;
  return nextPickup(reservation, now) === pickupDateTime ? {} : { outboundPickupDateTime: pickupDateTime };
}

/** Returns the return of a round trip as a separate trip. */
function returnOf(
  trip: TripRequest,
  request: ChangeSearchRequest,
  { outboundPickupDateTime }: ChangedPart,
): TripRequest {
  const { pickup, dropoff, returnPickupDateTime } = trip;
  if (request.pickupDateTime !== undefined || returnPickupDateTime === null) {
    const message = `The outbound ride had its pickup at ${outboundPickupDateTime}. Send returnPickupDateTime instead.`;
    throw new Refusal('reservation_not_changeable', [{ path: '/pickupDateTime', message }]);
  }
  return {
    ...trip,
    mode: 'one_way',
    pickup: dropoff,
    dropoff: pickup,
    pickupDateTime: returnPickupDateTime,
    returnPickupDateTime: null,
  };
}

/** Refuses a return under its field names in the request. */
function refuseReturn(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const details = error.details.map((detail) => ({ ...detail, path: FIELDS_OF_RETURN[detail.path] ?? detail.path }));
  throw new Refusal(error.code as ErrorName, details);
}

const FIELDS_OF_RETURN: Partial<Record<string, string>> = {
  '/pickup': '/dropoff',
  '/dropoff': '/pickup',
  '/pickupDateTime': '/returnPickupDateTime',
};

/**
 * Refuses with `reservation_not_changeable` unless the reservation is confirmed and amendable, and the changed ride is
 * ahead: the return, or the outbound one.
 */
export async function checkChangeable(
  reservation: Reservation,
  call: RequestContext,
  part: ChangedPart,
): Promise<void> {
  const reason = whyNotChangeable(reservation, call.now, part);
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

function whyNotChangeable(
  reservation: Reservation,
  now: number,
  { outboundPickupDateTime }: ChangedPart,
): string | undefined {
  const { state, cancellation, pickupDateTime } = reservation;
  if (state !== 'confirmed') return `is ${state}`;
  if (!cancellation.amendable) return 'is not amendable';
  if (isOver(reservation, now)) return `had its pickup at ${nextPickup(reservation, now)}`;
  const isTooLate = outboundPickupDateTime === undefined && Date.parse(pickupDateTime) <= now;
  return isTooLate ? `had its outbound pickup at ${pickupDateTime} since this search for both rides` : undefined;
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
