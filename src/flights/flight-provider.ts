import type {
  FlightOrderRequest,
  FlightSearchRequest,
  GdsProvider,
  Offer,
  PassengerType,
  Schema,
} from '../interface/api.ts';
import type { GdsEffect, RequiredFieldsEffect } from '../scenarios/effects.ts';

/** What decides the offers of a provider in addition to the request: the same situation creates the same ones again. */
export interface ProviderSituation {
  /** Key of the random stream of this search; each provider derives its own from it. */
  seed: string;
  /** Key of the world: seats and prices follow from it, for every profile alike. */
  world: string;
  /** Epoch milliseconds of the search. */
  now: number;
  /** Flights that leave before this instant (epoch milliseconds) are not offered. */
  earliestDeparture: number;
  /** The maximum number of offers. */
  offers: number;
  /** Lifetime of the offers. */
  lifetimeMs: number;
  effect: GdsEffect | undefined;
}

/** What decides a booking in addition to the order. */
export interface BookingSituation {
  /** Epoch milliseconds of the order. */
  now: number;
  effect: GdsEffect | undefined;
}

/** A normalised offer of one provider, without what the service decides: its public id and final price. */
export interface ProviderOffer {
  gdsprovider: GdsProvider;
  /** The provider's own id, for its booking call. */
  nativeOfferId: string;
  /** The provider's price, before the profile's margin. Never shown to a caller. */
  net: { amount: number; currency: string };
  expiresAt: number;
  passengers: { id: string; type: PassengerType }[];
  hold: { paymentRequiredBy: number; priceGuaranteedUntil: number | null } | null;
  fare: ProviderFare;
}

/** The common part of offers that sell the same flights on the same terms: one deeply frozen object. */
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

/** What an order for the offer must carry. */
export interface OfferRequirements {
  /** Every passenger needs an identity document. */
  identityDocuments: boolean;
  /** Types that the provider accepts; with `dni` among them, NationalID is needed too. */
  allowedDocuments: Schema['IdentityDocumentType'][];
  /** The order must name every segment (totalSegments). */
  totalSegments: boolean;
  /** The provider needs a holder, taken from the first passenger. */
  holder: boolean;
  /** What a scenario has the offer ask for instead. */
  fields?: RequiredFieldsEffect;
}

/** An offer as it is tracked: what the client saw, and what only the service knows. */
export interface TrackedOffer {
  offer: Offer;
  source: ProviderOffer;
  /** Key of the random stream and instant of the search, for the provider's booking call. */
  seed: string;
  createdAt: number;
}

/** The booking of an offer in native form: the provider's request and response. */
export interface ProviderBooking {
  request: unknown;
  response: unknown;
}

/** Thrown when the provider fails a search, and when it refuses an order. */
export class ProviderFailure extends Error {}

/** Thrown by `book` when the provider has a reason to refuse the order that a client can act on. */
export class OrderRefused extends ProviderFailure {
  readonly reason: 'price_changed' | 'hold_not_available';

  constructor(reason: OrderRefused['reason'], message: string, options?: ErrorOptions) {
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
  /** Throws ProviderFailure when the provider is down. Pure: the same arguments give the same offers. */
  search(request: FlightSearchRequest, situation: ProviderSituation): Promise<ProviderOffer[]>;
  /**
   * The native booking call. Throws ProviderFailure when the provider refuses. Pure. `holder` is set where the provider
   * needs one.
   */
  book(
    tracked: TrackedOffer,
    order: FlightOrderRequest,
    holder: Holder | null,
    situation: BookingSituation,
  ): ProviderBooking;
}

/** Contact of the booking, taken from the first passenger (§4.2). */
export interface Holder {
  email: string;
  /** E.164. */
  phone: string;
  /** ISO 3166-1 alpha-2, from the prefix of the phone number. */
  countryCode: string;
}
