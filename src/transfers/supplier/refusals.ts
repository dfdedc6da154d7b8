import type { ErrorName } from '../../interface/errors/catalogue.ts';
import { catalogue } from '../../interface/errors/catalogue.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type {
  NativeBookingError,
  NativeError,
  NativeErrorEntry,
} from '../../mock-providers/transfer-supplier/native.ts';

/** The service's refusal for the first fault that the supplier lists. */
export function searchRefusal({ errors }: NativeError): Refusal {
  const [first] = Object.entries(errors).flatMap(([field, entries]) => entries.map((entry) => ({ field, ...entry })));
  if (!first) throw new Error('the supplier returned an error without an entry');
  const { field, code, message } = first;
  const name = SEARCH_REFUSALS[code];
  return new Refusal(
    name,
    code === 'unavailable' ? [] : [{ path: PATHS[field] ?? '', message: `${message} ${catalogue[name].next}` }],
  );
}

/** Names in the catalogue for the supplier's reasons to refuse a booking. */
export const bookingRefusals: Record<NativeBookingError['code'], ErrorName> = {
  no_availability: 'no_availability',
  trip_price_changed: 'price_changed',
  provider_rejected: 'supplier_rejected',
};

const SEARCH_REFUSALS: Record<NativeErrorEntry['code'], ErrorName> = {
  unknown_address: 'unknown_location',
  same_address: 'same_pickup_and_dropoff',
  too_far: 'transfer_too_far',
  pickup_in_past: 'pickup_in_past',
  return_before_pickup: 'return_pickup_invalid',
  unavailable: 'upstream_failed',
};

/** Where the fault lies in the caller's request. */
const PATHS: Record<string, string> = {
  start_address: '/pickup',
  end_address: '/dropoff',
  pickup_datetime: '/pickupDateTime',
  return_pickup_datetime: '/returnPickupDateTime',
};
