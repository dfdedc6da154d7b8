import type { Schema } from '../../interface/api.ts';
import type {
  NativeLocation,
  NativeSearchRequest,
  NativeSearchResponse,
  NativeStop,
} from '../../mock-providers/transfer-supplier/native.ts';
import type { FoundTrip, TripRequest } from '../transfer-supplier.ts';
import { toQuote } from './quotes.ts';

export function toNativeSearch(trip: TripRequest): NativeSearchRequest {
  return {
    start: toStop(trip.pickup),
    end: toStop(trip.dropoff),
    mode: trip.mode,
    pickup_datetime: trip.pickupDateTime,
    return_pickup_datetime: trip.returnPickupDateTime,
    num_passengers: trip.passengers,
    currency: trip.currency,
    provider_name: trip.supplierName,
  };
}

/** Omits the supplier's `live` flag, search id and expiry: the service sets all three. */
export function toFoundTrip(response: NativeSearchResponse): FoundTrip {
  return {
    pickup: toResolvedPlace(response.start_location),
    dropoff: toResolvedPlace(response.end_location),
    pickupDateTime: response.pickup_datetime,
    returnPickupDateTime: response.return_pickup_datetime,
    quotes: response.results.map(toQuote),
    native: response,
  };
}

export function toNativeLocation(place: Schema['ResolvedPlace']): NativeLocation {
  return {
    formatted_address: place.address,
    iata_code: place.iataCode ?? '',
    city: place.cityName ?? '',
    lat: place.latitude,
    lng: place.longitude,
    timezone: place.timeZone,
  };
}

function toStop(place: Schema['Place'] | Schema['ResolvedPlace']): NativeStop {
  if ('latitude' in place) return toNativeLocation(place);
  return place.iataCode === undefined ? { address: place.address ?? '' } : { iata_code: place.iataCode };
}

function toResolvedPlace(location: NativeLocation): Schema['ResolvedPlace'] {
  return {
    iataCode: location.iata_code || null,
    address: location.formatted_address,
    cityName: location.city || null,
    latitude: location.lat,
    longitude: location.lng,
    timeZone: location.timezone,
  };
}
