import type { ResponseValue, TransferSearchRequest } from '../interface/api.ts';
import type { RequestContext } from '../request-context.ts';
import { openSearch } from './open-search.ts';
import type { Transfers } from './transfers.ts';
import { checkTripTimes } from './trip-times.ts';

/**
 * Searches transfers (§4.3, first call of a new reservation). Refuses a date that does not exist with
 * `invalid_request`, an impossible trip with `return_pickup_invalid`, `unknown_location`, `same_pickup_and_dropoff`,
 * `transfer_too_far` or `pickup_in_past`, and a supplier that does not respond with `upstream_failed`.
 */
export async function searchTransfers(
  transfers: Transfers,
  call: RequestContext,
  request: TransferSearchRequest,
): Promise<ResponseValue<'TransferSearchResponse'>> {
  const trip = {
    pickup: request.pickup,
    dropoff: request.dropoff,
    mode: request.mode ?? 'one_way',
    pickupDateTime: request.pickupDateTime,
    returnPickupDateTime: request.returnPickupDateTime ?? null,
    passengers: request.passengers,
    currency: request.currency ?? 'EUR',
    supplierName: null,
  } as const;
  checkTripTimes(trip);
  return openSearch(transfers, call, { kind: 'transfers', origin: { trip, reservationId: null } });
}
