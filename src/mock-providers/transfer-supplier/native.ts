import type { SupplierEffect } from '../../scenarios/effects.ts';

/**
 * The native payload of the transfer supplier, in the manner of a ground-transport aggregator: snake_case, money as
 * objects with a decimal string, instants as Unix seconds, rides as steps with nested vehicle and provider. Pickup
 * times are ISO 8601 with the place's offset.
 */
export interface NativeTransferSupplier {
  /** Pure: the same arguments give the same response. */
  searchTransfers(request: NativeSearchRequest, situation: NativeSituation): NativeSearchResponse | NativeError;
  bookTransfer(request: NativeBookingRequest, situation: NativeSituation): NativeBookingResponse;
  driverAndVehicle(ride: NativeRide, now: number, effect?: SupplierEffect): NativeDriverAndVehicle;
  schedule(ride: NativeRide): NativeSchedule;
  tracking(ride: NativeRide, now: number, effect?: SupplierEffect): NativeTracking;
}

/** Input for a response in addition to the request. */
export interface NativeSituation {
  /** Key of the random stream for ids. */
  seed: string;
  /** Key for the cars and prices in a search; the seed by default. */
  world?: string;
  /** Epoch milliseconds. */
  now: number;
  effect?: SupplierEffect | undefined;
}

export type NativeMode = 'one_way' | 'round_trip';
export type NativeCurrency = 'EUR' | 'USD' | 'CNY';

export interface NativeSearchRequest {
  start: NativeStop;
  end: NativeStop;
  mode: NativeMode;
  /** Local to the start, without zone: `2027-03-15T11:30:00`. */
  pickup_datetime: string;
  /** Local to the end; round trips only. */
  return_pickup_datetime: string | null;
  num_passengers: number;
  currency: NativeCurrency;
  /** Only this provider's offers, to change a reservation. */
  provider_name: string | null;
}

/** A place to resolve, or one resolved by an earlier response. */
export type NativeStop = { iata_code: string } | { address: string } | NativeLocation;

export interface NativeLocation {
  formatted_address: string;
  /** Empty if the place is not an airport. */
  iata_code: string;
  /** Empty if unknown. */
  city: string;
  lat: number;
  lng: number;
  /** IANA name. */
  timezone: string;
}

export interface NativeSearchResponse {
  search_id: string;
  /** Always true, in every environment: it is not the service's live mode. */
  live: true;
  created_at: number;
  expires_at: number;
  currency_info: { code: NativeCurrency; prefix_symbol: string; suffix_symbol: string };
  start_location: NativeLocation;
  end_location: NativeLocation;
  pickup_datetime: string;
  return_pickup_datetime: string | null;
  num_passengers: number;
  more_coming: false;
  /** Cheapest first. */
  results: NativeResult[];
}

export interface NativeResult {
  result_id: string;
  vehicle_id: string;
  /** The price for all passengers and legs. */
  total_price: { total_price: NativeMoney };
  tags: string[];
  steps: [NativeStep, ...NativeStep[]];
  supports: {
    tracking: boolean;
    vehicle_and_driver: boolean;
    coupon: boolean;
    snapping: boolean;
    buffer_time: boolean;
  };
  good_to_know_info: string;
}

/** `value` is a decimal string with two places; `display` and `compact` carry the symbol. */
export interface NativeMoney {
  value: string;
  display: string;
  compact: string;
  currency: NativeCurrency;
}

export interface NativeStep {
  main: boolean;
  step_type: 'car' | 'bus';
  details: NativeStepDetails;
}

export interface NativeStepDetails {
  description: string;
  notes: string;
  terms_url: string;
  /** Ride duration in minutes, one way. */
  time: number;
  /** One way, by road. */
  distance: { value: string; unit: 'km' };
  departure_datetime: string;
  vehicle: NativeVehicle;
  provider: NativeProvider;
  price: { price: NativeMoney; tolls_included: boolean; gratuity_included: boolean; gratuity_accepted: boolean };
  cancellation: NativeCancellation;
  wait_time: { minutes_included: number; waiting_minute_price: NativeMoney | null };
  amenities: NativeAmenity[];
  flight_info_required: boolean;
  extra_pax_required: boolean;
  bookable: true;
}

export interface NativeVehicle {
  vehicle_type: { key: number; name: string };
  category: { id: number; name: 'Private' | 'Shared' };
  vehicle_class: number;
  vehicle_class_detail: { vehicle_class_id: number; display_name: NativeVehicleClass };
  make: string | null;
  model: string | null;
  image: string;
  /** Capacity of one vehicle. */
  max_passengers: number;
  max_bags: number;
  /** Capacity of all vehicles. */
  total_bags: number;
  is_max_bags_per_person: boolean;
  num_vehicles: number;
}

export type NativeVehicleClass = 'Economy' | 'Standard' | 'Business' | 'First Class' | 'Van' | 'Minibus' | 'Coach';

export interface NativeProvider {
  name: string;
  display_name: string;
  logo_url: string;
  /** 0 to 5, whole. */
  rating: number;
  /** Empty while the provider has no ratings. */
  rating_with_decimals: string;
  rating_count: number;
  supplier_score: number | null;
}

export interface NativeCancellation {
  cancellable_online: boolean;
  cancellable_offline: boolean;
  amendable: boolean;
  /** In hours before pickup, shortest notice first. */
  policy: { notice: number; refund_percent: number }[];
}

export interface NativeAmenity {
  key: string;
  name: string;
  description: string;
  image_url: string;
  input_type: 'boolean';
  included: boolean;
  selected: boolean;
  price: NativeMoney;
}

export interface NativeBookingRequest {
  search_id: string;
  result_id: string;
  /** The chosen result and its trip, as in the search response: the supplier keeps no state. */
  quote: {
    start_location: NativeLocation;
    end_location: NativeLocation;
    pickup_datetime: string;
    return_pickup_datetime: string | null;
    num_passengers: number;
    result: NativeResult;
  };
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  airline: string;
  flight_number: string;
  extra_pax_info: { first_name: string; last_name: string }[];
  optional_amenities: string[];
  customer_special_instructions: string;
  partner_tracking_id: string;
  /** Id of the replaced reservation, for a change. */
  rebooking_of: string | null;
}

export type NativeBookingResponse =
  | { status: 'completed'; live: true; reservations: [NativeReservation]; listed: NativeListing | null }
  | { status: 'pending'; live: true; reservations: []; settles: NativeSettlement }
  | { status: 'failed'; live: true; reservations: []; error: NativeBookingError };

/** Outcome of a pending booking. A real supplier does not publish this; the mock has no other place for it. */
export interface NativeSettlement {
  status: 'completed' | 'failed';
  after_polls: number | null;
  after_milliseconds: number | null;
  error: NativeBookingError | null;
}

/** Instant from which the supplier's reads list a reservation; null for immediately. */
export type NativeListing = Pick<NativeSettlement, 'after_polls' | 'after_milliseconds'>;

export interface NativeBookingError {
  code: 'no_availability' | 'trip_price_changed' | 'provider_rejected';
  message: string;
  user_message: string | null;
}

export interface NativeReservation {
  id: string;
  confirmation_number: string;
  partner_tracking_id: string;
  rebooking_of: string | null;
  timestamp: string;
  cancelled: false;
  /** With currency symbol. */
  amount_paid: string;
  total_price: NativeMoney;
  pickup_instructions: string;
  provider: { name: string; phone_number: string; email: string };
}

/** The supplier's input for a reserved ride's course. The return of a round trip is a separate ride. */
export interface NativeRide {
  reservation_id: string;
  leg: 'outbound' | 'return';
  start_location: NativeLocation;
  end_location: NativeLocation;
  /** Epoch milliseconds. */
  pickup_at: number;
  /** Epoch milliseconds. */
  booked_at: number;
  category: 'Private' | 'Shared';
  vehicle_class: NativeVehicleClass;
  make: string | null;
  model: string | null;
}

/** A ride's plan: vehicle and driver assigned, driver on the way, travellers at their end. Epoch milliseconds. */
export interface NativeSchedule {
  vehicle_at: number;
  driver_at: number;
  departure_at: number;
  arrival_at: number;
}

export interface NativeDriverAndVehicle {
  driver: { name: string; phone: string; photo_url: string | null } | null;
  vehicle: { make: string; model: string; color: string; license_plate: string } | null;
}

export type NativeRideEvent =
  | 'DRIVER_DEPARTED_TO_PICKUP'
  | 'DRIVER_ARRIVED_AT_PICKUP'
  | 'DRIVER_DEPARTED_TO_DROPOFF'
  | 'DRIVER_ARRIVED_AT_DROPOFF';

export interface NativeTracking {
  /** In order, without future events. `occurred_at` in Unix seconds. */
  events: { type: NativeRideEvent; occurred_at: number }[];
  /** Null before the driver departs. */
  live_location: { latitude: number; longitude: number; occurred_at: number } | null;
}

/** The native error body: triples under the name of the faulty field. */
export interface NativeError {
  status: 400 | 503;
  errors: Record<string, NativeErrorEntry[]>;
}

export interface NativeErrorEntry {
  code: 'unknown_address' | 'same_address' | 'too_far' | 'return_before_pickup' | 'unavailable';
  message: string;
  user_message: string | null;
}
