/**
 * What a scenario may change in a provider or the clock. Providers know these types and nothing else of the
 * scenarios. An effect is plain JSON: the record of a search stores it, so that the same offers can be created
 * again later.
 */
export interface Effects {
  /** How a flight provider behaves, by gdsprovider number. */
  gds?: { 0?: GdsEffect; 1?: GdsEffect };
  supplier?: SupplierEffect;
  /** `reached`: the offer counts as expired at this request. `forgotten`: its search counts as unknown. */
  expiry?: 'reached' | 'forgotten';
  /** How long the offers of this search live, where the settings do not end them earlier. */
  lifetimeMs?: number;
  /** The maximum number of offers of both flight providers together. */
  offers?: number;
  /** The pricing expires right after it was made, long before the `expiresAt` that it states. */
  pricing?: 'expires-at-once';
  /** A pricing states a price that differs by this many percent from the one of the search. */
  pricePercent?: number;
  /** A resend books again instead of returning the first booking. */
  resend?: 'books-again';
}

/** What the service does at one place, as scenarios change it. `later`: it stores what is armed for later requests. */
export type EffectPlace = Exclude<keyof Effects, 'supplier'> | `supplier.${keyof SupplierEffect}` | 'later';

export interface GdsEffect {
  /** `down`: the provider returns an error. `empty`: it returns no offers. */
  search?: 'down' | 'empty';
  /** The provider responds to a search this much later. */
  delayMs?: number;
  /** `unavailable`: nothing can be held. `not-guaranteed`: what can be held keeps its seats and not its price. */
  hold?: 'unavailable' | 'not-guaranteed';
  /** Whether every offer requires identity documents. */
  documents?: 'required' | 'not-required';
  /** Every offer accepts more than one kind of document. */
  kinds?: 'several';
  fields?: RequiredFieldsEffect;
  /** Every offer accepts a `dni`. */
  dni?: 'allowed';
  /** Every order must name its segments. */
  segments?: 'required';
  /** Why the provider refuses an order, in its own terms. */
  order?: 'refused' | 'price-changed';
}

/** What offers ask for in detail, where it differs from the usual. */
export interface RequiredFieldsEffect {
  /** The fields that a document must have in addition to type and number. */
  document?: ('expires_on' | 'issuing_country_code')[];
  nationality?: boolean;
  /** What is asked of the holder of an offer that needs none. */
  holder?: ('phone' | 'email')[];
  /** The flags that map to no order field. */
  generic?: true;
}

export interface SupplierEffect {
  search?: 'down' | 'empty';
  /** Every offer needs the flight, or the names of all passengers. */
  flightInfo?: 'required';
  passengerNames?: 'required';
  /** Offers are not amendable, and reservations cannot be changed. */
  change?: 'refused';
  booking?: BookingEffect;
  cancellation?: CancellationEffect;
  driver?: 'replaced';
  /** `lost`: no position after the departure. `no-show`: the ride does not go on after the arrival. */
  tracking?: 'lost' | 'no-show';
}

/** What a search under a scenario stores of it, in addition to `search`. */
export type SupplierTerms = Pick<SupplierEffect, 'flightInfo' | 'passengerNames' | 'change'>;

/** How a cancellation ends. `shown-late`: it is made, and reads show the reservation confirmed for a while. */
export type CancellationEffect =
  | { outcome: 'shown-late'; afterReads: number; afterMs: number }
  /** `too-late`: refused as at the time of pickup. `without-refund`: made, with a refund of 0. */
  | { outcome: 'refused' | 'too-late' | 'without-refund' };

/** How the transfer supplier responds to a booking or a change confirmation. */
export type BookingEffect =
  /** `reservations`: how many it makes. */
  | { outcome: 'completed'; reservations?: 2 }
  | { outcome: 'failed'; reason: SupplierRefusal }
  /** Completed, but reads find it only after this many reads or this time. */
  | { outcome: 'completed-late'; afterReads: number | null; afterMs: number | null }
  | {
      outcome: 'pending';
      settlesTo: 'completed' | 'failed';
      afterReads: number | null;
      afterMs: number | null;
      reason?: SupplierRefusal;
    };

/** Why a supplier refuses a booking, in the supplier's own words. */
export type SupplierRefusal = 'no_availability' | 'price_changed' | 'rejected';
