import type { KeyPair } from '../../src/index.ts';
import type {
  BookRequest,
  ChangeRequest,
  ChangeSearchRequest,
  FlightOrderRequest,
  FlightSearchRequest,
  Offer,
  PassengerType,
  PricingRequest,
  Reservation,
  Schema,
  TransferOffer,
  TransferSearchRequest,
} from '../../src/interface/api.ts';

/**
 * The steps of a client. Each step calls the others through `traveller.steps`, so that a client which does
 * one thing differently is the good one with that step replaced.
 */
export interface Steps {
  /** All that one traveller does, from the first call to the last. */
  travel(traveller: Traveller): Promise<void>;

  /** Sends one request; null where the response got lost, or cannot be read. */
  send(traveller: Traveller, call: Call): Promise<Received | null>;
  /** The address of a call below the base URL, without the query. */
  address(traveller: Traveller, call: Call): string;
  headers(traveller: Traveller, call: Call): Record<string, string>;

  /** One trip by air: search, choose, ask what an order needs, order. */
  fly(traveller: Traveller, trip: FlightTrip): Promise<void>;
  searchFlights(traveller: Traveller, search: FlightSearchRequest): Promise<Offer[]>;
  chooseFlight(traveller: Traveller, offers: readonly Offer[], trip: FlightTrip): Offer | undefined;
  requiredFields(traveller: Traveller, offer: Offer): Promise<RequiredFields | null>;
  fillOrder(traveller: Traveller, selected: SelectedFlight): FlightOrderRequest;
  orderFlight(traveller: Traveller, selected: SelectedFlight, order: FlightOrderRequest): Promise<void>;

  /** One transfer: search, price, book, read, follow the ride, change, cancel. */
  ride(traveller: Traveller, trip: TransferTrip): Promise<void>;
  searchTransfer(traveller: Traveller, search: TransferSearchRequest): Promise<TransferSearch | null>;
  chooseTransfer(traveller: Traveller, search: TransferSearch): TransferOffer | undefined;
  /** The pricingToken; null where there is none. */
  price(traveller: Traveller, pricing: PricingRequest): Promise<string | null>;
  fillBooking(traveller: Traveller, selected: SelectedTransfer): BookRequest;
  /** Books, and does not return before the outcome is known, or cannot be learned. */
  book(traveller: Traveller, booking: BookRequest): Promise<Outcome>;
  /** Handles the response to a booking or a change confirmation. */
  settle(traveller: Traveller, received: Received | null, keys: Keys): Promise<Outcome>;
  /** After a pending response. */
  poll(traveller: Traveller, keys: Keys): Promise<Outcome>;
  /** After a lost response. */
  recover(traveller: Traveller, keys: Keys): Promise<Outcome>;
  read(traveller: Traveller, query: Record<string, string>): Promise<Received | null>;
  /** Driver, vehicle and tracking. */
  follow(traveller: Traveller, reservation: Reservation): Promise<void>;
  /** Returns the reservation that counts from then on; null where that is not known. */
  change(traveller: Traveller, reservation: Reservation): Promise<Reservation | null>;
  searchChange(traveller: Traveller, search: ChangeSearchRequest): Promise<TransferSearch | null>;
  confirmChange(traveller: Traveller, change: ChangeRequest): Promise<Outcome>;
  cancel(traveller: Traveller, reservation: Reservation): Promise<void>;
  /** At the very end: reads once more what is still without an outcome. */
  close(traveller: Traveller): Promise<void>;
}

/** One of a client's concurrent travellers. */
export interface Traveller {
  /** From 1 on. */
  readonly number: number;
  readonly steps: Steps;
  /** Bookings whose outcome is not known yet; the client keeps their identifiers. */
  readonly open: Map<string, Keys>;
  /** Set once the service refused the credentials, or turned out to be the live one: nothing is sent from then on. */
  stopped: boolean;
  /** Waits by the clock of the service. */
  wait(ms: number): Promise<void>;
  /** By the clock of the service; epoch milliseconds. */
  now(): number;
  /** The key pair of the profile. */
  readonly credential: KeyPair;
  /** Key pair of another profile. A good client has no use for it. */
  readonly otherCredential: KeyPair;
  /** Sends a request over the wire; null where the response got lost, or cannot be read. */
  transmit(request: WireRequest): Promise<Received | null>;
}

/** A call of the interface. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** Below the base URL, with the query. */
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** A response that the client could read. */
export interface Received {
  status: number;
  body: unknown;
  /** The header `Retry-After`; undefined where there is none. */
  retryAfter?: string | undefined;
}

/** Flight that a traveller wants. */
export interface FlightTrip {
  from: string;
  to: string;
  returns?: boolean;
  passengers: readonly PassengerType[];
  gdsprovider: 0 | 1;
  kind: 'instant' | 'hold';
}

export interface SelectedFlight {
  offer: Offer;
  /** Null where the service did not say. */
  fields: RequiredFields | null;
  kind: 'instant' | 'hold';
  /** True if the service has asked for segment metadata. */
  segments: boolean;
}

/** Transfer that a traveller wants. */
export interface TransferTrip {
  airport: string;
  address: string;
  pickupDateTime: string;
  passengers: number;
}

export interface SelectedTransfer {
  search: TransferSearch;
  offer: TransferOffer;
  pricingToken: string;
}

/** Identifiers for the read of a booking. */
export interface Keys {
  searchId: string;
  /** Id of the booking that was sent. */
  pricingToken: string | undefined;
}

/** Outcome of a booking or a change. `unknown`: it may have been made, and no read can tell. */
export type Outcome =
  | { is: 'completed'; reservations: [Reservation, ...Reservation[]] }
  | { is: 'failed' | 'not made' | 'refused' | 'unknown' };

export type RequiredFields = Schema['RequiredFieldsResponse'];
export type TransferSearch = Schema['TransferSearchResponse'];
