import type {
  FlightOrderRequest,
  FlightSearchRequest,
  GdsProvider,
  Offer,
  PassengerType,
  Schema,
} from '../interface/api.ts';
import type { GdsEffect, RequiredFieldsEffect } from '../scenarios/effects.ts';

/** Input for a provider's offers in addition to the request: the same situation gives the same offers. */
export interface ProviderSituation {
  /** Key of the search's random stream; each provider derives a stream from it. */
  seed: string;
  /** World key: it determines seats and prices, for every profile alike. */
  world: string;
  /** The search's instant, epoch milliseconds. */
  now: number;
  /** Earliest offered departure, epoch milliseconds. */
  earliestDeparture: number;
  /** Maximum number of offers. */
  offers: number;
  /** Offer lifetime. */
  lifetimeMs: number;
  effect: GdsEffect | undefined;
}

/** Input for a booking in addition to the order. */
export interface BookingSituation {
  /** The order's instant, epoch milliseconds. */
  now: number;
  effect: GdsEffect | undefined;
}

/** One provider's normalised offer, without the service's part: its public id and final price. */
export interface ProviderOffer {
  gdsprovider: GdsProvider;
  /** The provider's own id, for its booking call. */
  nativeOfferId: string;
  /** The provider's price, before the profile's margin. Clients never see it. */
  net: { amount: number; currency: string };
  expiresAt: number;
  passengers: { id: string; type: PassengerType }[];
  hold: { paymentRequiredBy: number; priceGuaranteedUntil: number | null } | null;
  fare: ProviderFare;
}

/** The shared part of offers for the same flights on the same terms: one deeply frozen object. */
export interface ProviderFare {
  airline: Schema['Airline'];
  conditions: Schema['OfferConditions'];
  requirements: OfferRequirements;
  supportedLoyaltyPrograms: string[];
  /** All passengers together. */
  co2EmissionsKg: number;
  /** In the public shape. */
  slices: Schema['Slice'][];
}

/** Requirements for an order of the offer. */
export interface OfferRequirements {
  /** Every passenger needs an identity document. */
  identityDocuments: boolean;
  /** Document types accepted by the provider; with `dni` among them, NationalID is needed too. */
  allowedDocuments: Schema['IdentityDocumentType'][];
  /** The order must name every segment (totalSegments). */
  totalSegments: boolean;
  /** The provider needs a holder, taken from the first passenger. */
  holder: boolean;
  /** Fields that the offer requires instead under a scenario. */
  fields?: RequiredFieldsEffect;
}

/** A tracked offer: the client's view, with the service's own data. */
export interface TrackedOffer {
  offer: Offer;
  source: ProviderOffer;
  /** The search's random stream key and instant, for the provider's booking call. */
  seed: string;
  createdAt: number;
}

/** An offer's booking in native form: the provider's request and response. */
export interface ProviderBooking {
  request: unknown;
  response: unknown;
}

/** Thrown if the provider fails a search, or refuses an order. */
export class ProviderFailure extends Error {}

/** Thrown by `book` if the provider refuses the order for a reason on which the client can act. */
export class OrderRefused extends ProviderFailure {
  readonly reason: 'price_changed' | 'hold_not_available';

  constructor(reason: OrderRefused['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * One flight provider as the domain sees it; an adapter in flights/providers/ translates to and from the native
 * payloads.
 */
export interface FlightProvider {
  gdsprovider: GdsProvider;
  /**
   * Returns the offers. Throws ProviderFailure if the provider is down. Pure: the same arguments give the same
   * offers.
   */
  search(request: FlightSearchRequest, situation: ProviderSituation): Promise<ProviderOffer[]>;
  /**
   * Makes the native booking call. Throws ProviderFailure if the provider refuses. Pure. `holder` is set if the
   * provider needs one.
   */
  book(
    tracked: TrackedOffer,
    order: FlightOrderRequest,
    holder: Holder | null,
    situation: BookingSituation,
  ): ProviderBooking;
}

/** Booking contact, taken from the first passenger (§4.2). */
export interface Holder {
  email: string;
  /** E.164. */
  phone: string;
  /** ISO 3166-1 alpha-2, from the phone number's prefix. */
  countryCode: string;
}
