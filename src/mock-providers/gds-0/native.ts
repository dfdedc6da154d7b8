/**
 * The native payload of gds-0, in the manner of a modern NDC aggregator: snake_case, everything within
 * `data`, money as decimal strings, ISO 8601 durations, places and carriers as nested objects.
 * Instants are ISO 8601 UTC with milliseconds; flight times are local to the airport, without a zone.
 */

export type Gds0PassengerType = 'adult' | 'child' | 'infant_without_seat';
export type Gds0CabinClass = 'economy' | 'premium_economy' | 'business' | 'first';
export type Gds0Language = 'en' | 'es' | 'zh';
export type Gds0DocumentType = 'passport' | 'tax_id' | 'known_traveler_number' | 'passenger_redress_number' | 'dni';

export interface Gds0SearchRequest {
  data: {
    /** One slice, or two for a round trip. `origin` and `destination` are airport or city codes. */
    slices: readonly { origin: string; destination: string; departure_date: string }[];
    passengers: readonly { type: Gds0PassengerType }[];
    cabin_class: Gds0CabinClass;
    /** For city names, cabin names and fare brands; `en` by default. */
    language?: Gds0Language;
  };
}

export interface Gds0SearchResponse {
  data: {
    /** `orq_…` */
    id: string;
    /** Always true, in every environment: it is not the service's live mode. */
    live_mode: true;
    created_at: string;
    passengers: readonly Gds0Passenger[];
    offers: readonly Gds0Offer[];
  };
}

/** In request order. A search's offers share one set of ids. */
export interface Gds0Passenger {
  /** `pas_…` */
  id: string;
  type: Gds0PassengerType;
}

export interface Gds0Offer {
  /** `off_…` */
  id: string;
  live_mode: true;
  created_at: string;
  expires_at: string;
  /** For all passengers and slices, net, with two decimals: `"456.10"`. Equals base plus tax. */
  total_amount: string;
  total_currency: string;
  base_amount: string;
  base_currency: string;
  tax_amount: string;
  tax_currency: string;
  /** Whole kilograms of CO2 for all passengers together: `"460"`. */
  total_emissions_kg: string;
  owner: Gds0Airline;
  passengers: readonly Gds0Passenger[];
  /** True: one document for every passenger. */
  passenger_identity_documents_required: boolean;
  /** Empty: no documents may be sent. */
  supported_passenger_identity_document_types: readonly Gds0DocumentType[];
  /** Airline codes. */
  supported_loyalty_programmes: readonly string[];
  /** True: the order repeats the segments. */
  segments_required: boolean;
  payment_requirements: Gds0PaymentRequirements;
  conditions: Gds0OfferConditions;
  /**
   * The elements are frozen and shared: the same object represents the same flights, date, brand, cabin,
   * passenger types and language in every response while it is kept, so it can be the key of a WeakMap.
   */
  slices: readonly Gds0Slice[];
}

export interface Gds0PaymentRequirements {
  /** True: the offer cannot be held, and the two instants are null. */
  requires_instant_payment: boolean;
  payment_required_by: string | null;
  /** Null if the offer's hold keeps the seats, but not the price. */
  price_guarantee_expires_at: string | null;
}

export interface Gds0OfferConditions {
  /** Null: the airline gives no information. */
  refund_before_departure: Gds0Condition | null;
  change_before_departure: Gds0Condition | null;
}

/**
 * With `allowed`, the penalty "0.00" means free, any other amount is the cost, and null means an unknown cost. If it is
 * not allowed, both other fields are null. The currency may differ from the offer's.
 */
export interface Gds0Condition {
  allowed: boolean;
  penalty_amount: string | null;
  penalty_currency: string | null;
}

export interface Gds0Airline {
  iata_code: string;
  name: string;
  logo_symbol_url: string | null;
  conditions_of_carriage_url: string | null;
}

export interface Gds0Slice {
  origin: Gds0Airport;
  destination: Gds0Airport;
  /** ISO 8601, flights and layovers together: `"PT7H25M"`. */
  duration: string;
  /** In the request's language. */
  fare_brand_name: string;
  conditions: Gds0SliceConditions;
  segments: readonly [Gds0Segment, ...Gds0Segment[]];
}

export interface Gds0SliceConditions {
  /** Null: no information. */
  priority_check_in: boolean | null;
  priority_boarding: boolean | null;
  advance_seat_selection: boolean | null;
}

export interface Gds0Airport {
  type: 'airport';
  iata_code: string;
  name: string;
  /** In the request's language, if the name is known in it. */
  city_name: string;
  iata_city_code: string;
  iata_country_code: string;
  latitude: number;
  longitude: number;
  /** IANA name. */
  time_zone: string;
}

export interface Gds0Segment {
  origin: Gds0Airport;
  origin_terminal: string | null;
  destination: Gds0Airport;
  destination_terminal: string | null;
  /** Local to the airport: `2026-03-15T09:35:00`. */
  departing_at: string;
  arriving_at: string;
  /** ISO 8601: `"PT1H20M"`. */
  duration: string;
  /** Kilometres: `"483"`. */
  distance: string;
  marketing_carrier: Gds0Airline;
  /** Without the carrier code: `"3166"`. */
  marketing_carrier_flight_number: string;
  operating_carrier: Gds0Airline;
  /** Null: the operating carrier does not publish it. */
  operating_carrier_flight_number: string | null;
  aircraft: { iata_code: string; name: string };
  /** One for each requested passenger, in request order. */
  passengers: readonly Gds0SegmentPassenger[];
}

/** One passenger's services on one segment. The n-th entry for a segment is the offer's n-th passenger. */
export interface Gds0SegmentPassenger {
  passenger_type: Gds0PassengerType;
  cabin_class: Gds0CabinClass;
  /** In the request's language. */
  cabin_class_marketing_name: string;
  fare_basis_code: string;
  amenities: Gds0Amenities;
  /** May be empty; a quantity may be 0. */
  baggages: readonly Gds0Baggage[];
}

/** Null: no information. */
export interface Gds0Amenities {
  wifi: { available: boolean; cost: 'free' | 'paid' | 'free or paid' | 'n/a' } | null;
  /** `pitch` in inches, as a string: `"30"`. */
  seat: { pitch: string; legroom: 'less' | 'more' | 'standard' | 'n/a'; type: Gds0SeatType } | null;
  power: { available: boolean } | null;
}

export type Gds0SeatType =
  | 'standard'
  | 'extra_legroom'
  | 'skycouch'
  | 'recliner'
  | 'angle_flat'
  | 'full_flat_pod'
  | 'private_suite';

export interface Gds0Baggage {
  type: 'checked' | 'carry_on';
  quantity: number;
  /** Kilograms for each piece: `"23"`; null if no limit is published. */
  weight_limit_kg: string | null;
}

export interface Gds0OrderRequest {
  data: {
    /** `hold` takes the seats without payment; only for offers without instant payment. */
    type: 'instant' | 'hold';
    /** The id of a single offer. */
    selected_offers: readonly string[];
    /** Copied from the offer: the provider keeps no state and reads the end of a hold here. */
    payment_requirements: Gds0PaymentRequirements;
    /** The offer's net price, unchanged. */
    total_amount: string;
    total_currency: string;
    passengers: readonly Gds0OrderPassenger[];
    /** Segments of all slices in flying order, if the offer requires them. */
    segments?: readonly Gds0OrderSegment[];
  };
}

export interface Gds0OrderSegment {
  /** Airport codes. */
  origin: string;
  destination: string;
  /** Airline code, and the number without it. */
  marketing_carrier: string;
  marketing_carrier_flight_number: string;
  /** As in the offer. */
  departing_at: string;
}

export interface Gds0OrderPassenger {
  /** `pas_…`, as in the offer. */
  id: string;
  type: Gds0PassengerType;
  title: string;
  given_name: string;
  family_name: string;
  gender: string;
  /** `1990-01-31` */
  born_on: string;
  email: string;
  /** E.164. */
  phone_number: string;
  /** 2-letter ISO country code. */
  nationality?: string;
  national_id?: string;
  /** For an adult with an infant on the lap: the infant's passenger id. */
  infant_passenger_id?: string;
  identity_documents?: readonly Gds0IdentityDocument[];
  loyalty_programme_accounts?: readonly { airline_iata_code: string; account_number: string }[];
}

export interface Gds0IdentityDocument {
  type: Gds0DocumentType;
  unique_identifier: string;
  issuing_country_code?: string;
  expires_on?: string;
}

export interface Gds0OrderResponse {
  data: {
    /** `ord_…` */
    id: string;
    /** Always true, see Gds0SearchResponse. */
    live_mode: true;
    created_at: string;
    type: 'instant' | 'hold';
    /** Six letters and digits. */
    booking_reference: string;
    offer_id: string;
    total_amount: string;
    total_currency: string;
    payment_status: {
      awaiting_payment: boolean;
      /** Null unless the order is held. */
      payment_required_by: string | null;
      /** Null: not guaranteed, or not held. */
      price_guarantee_expires_at: string | null;
      /** Null while payment is awaited. */
      paid_at: string | null;
    };
    /** As sent. */
    passengers: readonly Gds0OrderPassenger[];
  };
}

/** The native error body. */
export interface Gds0ErrorBody {
  errors: readonly { type: string; code: string; title: string; message: string }[];
  meta: { status: number; request_id: string };
}
