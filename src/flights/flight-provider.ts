import type { FlightOrderRequest, FlightSearchRequest, Offer, PassengerType, Schema } from '../api.ts';
import type { GdsEffect } from '../scenarios/effects.ts';

/** What a provider needs besides the request to make its offers, and to make the same ones again. */
export interface ProviderSituation {
  /** Key of the random stream of this search; each provider derives its own from it. */
  seed: string;
  /** Epoch milliseconds of the search. */
  now: number;
  /** How many offers to answer at the most. */
  offers: number;
  /** How long the offers live. */
  lifetimeMs: number;
  effect: GdsEffect | undefined;
}

/** What a provider needs besides the order to take it. */
export interface BookingSituation {
  /** Epoch milliseconds of the order. */
  now: number;
  effect: GdsEffect | undefined;
}

/** An offer of one provider, normalised but for what the service decides: its public id and final price. */
export interface ProviderOffer {
  gdsprovider: 0 | 1;
  /** The provider's own id, for its booking call. */
  nativeOfferId: string;
  /** The provider's price, before the profile's margin. Never shown to a caller. */
  net: { amount: number; currency: string };
  expiresAt: number;
  passengers: { id: string; type: PassengerType }[];
  hold: { paymentRequiredBy: number; priceGuaranteedUntil: number | null } | null;
  fare: ProviderFare;
}

/** What offers share that sell the same flights on the same terms: frozen with all its parts, and made once. */
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
  /** Types that the provider takes; with `dni` in it, NationalID is needed too. */
  allowedDocuments: Schema['IdentityDocumentType'][];
  /** The order must name every segment (totalSegments). */
  totalSegments: boolean;
  /** The provider wants a holder, who is taken from the first passenger. */
  holder: boolean;
}

/** An offer as it is tracked: what the caller saw, and what only the service knows. */
export interface TrackedOffer {
  offer: Offer;
  source: ProviderOffer;
  /** Key of the random stream and instant of the search, for the provider's booking call. */
  seed: string;
  createdAt: number;
}

/** The booking of an offer in the provider's own terms: what it was sent and what it answered. */
export interface ProviderBooking {
  request: unknown;
  response: unknown;
}

/** Thrown when the provider does not answer a search, and when it does not take an order. */
export class ProviderFailure extends Error {}

/** Thrown by `book` when the provider says why it does not take the order, and a caller can act on it. */
export class OrderRefused extends ProviderFailure {
  readonly reason: 'price_changed' | 'hold_not_available';

  constructor(reason: OrderRefused['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** One flight provider as the domain sees it; an adapter in flights/providers/ stands between it and the native payloads. */
export interface FlightProvider {
  gdsprovider: 0 | 1;
  /** Throws ProviderFailure when the provider is down. Pure: the same arguments give the same offers. */
  search(request: FlightSearchRequest, situation: ProviderSituation): Promise<ProviderOffer[]>;
  /** The native booking call. Throws ProviderFailure when the provider refuses. Pure. `holder` is given where the provider wants one. */
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
