import type { GdsProvider } from '../interface/api.ts';

/**
 * A scenario's changes to a provider or the clock. Providers know these types and nothing else about scenarios. An
 * effect is plain JSON: a search's record stores it, to create the same offers again later.
 */
export interface Effects {
  /** Behaviour for every flight provider, or for one, by gdsprovider number. */
  gds?: { readonly [Provider in GdsProvider | 'every']?: GdsEffect };
  supplier?: SupplierEffect;
  /** `reached`: the offer counts as expired at this request. `forgotten`: its search counts as unknown. */
  expiry?: 'reached' | 'forgotten';
  /** Lifetime for this search's offers, unless the settings end them earlier. */
  lifetimeMs?: number;
  /** Characters in this search's bookingTokens, and in their pricingTokens. */
  tokenLength?: number;
  /** Maximum offers from both flight providers together. */
  offers?: number;
  /** The pricing expires at once, long before its stated `expiresAt`. */
  pricing?: 'expires-at-once';
  /** The pricing's price differs from the search price by this percentage. */
  pricePercent?: number;
  /** A resend books again and does not return the first booking. */
  resend?: 'books-again';
}

/** Affected service part. `later`: storage for scenarios armed for later requests. */
export type EffectPlace = Exclude<keyof Effects, 'supplier'> | `supplier.${keyof SupplierEffect}` | 'later';

export interface GdsEffect {
  /** `down`: the provider returns an error. `empty`: it returns no offers. */
  search?: 'down' | 'empty';
  /** Delay before the provider's search response. */
  delayMs?: number;
  /** `unavailable`: no offer allows a hold. `not-guaranteed`: a hold keeps the seats but not the price. */
  hold?: 'unavailable' | 'not-guaranteed';
  /** Identity documents required in every offer or in none. */
  documents?: 'required' | 'not-required';
  /** Every offer accepts several document types. */
  kinds?: 'several';
  fields?: RequiredFieldsEffect;
  /** Every offer accepts a `dni`. */
  dni?: 'allowed';
  /** Every order must name its segments. */
  segments?: 'required';
  /** Provider's reason to refuse an order, in its own terms. */
  order?: 'refused' | 'price-changed';
}

/** Returns the effect on one flight provider: its own parts replace those for every provider. */
export function effectOn(gds: Effects['gds'], gdsprovider: GdsProvider): GdsEffect | undefined {
  const [every, own] = [gds?.every, gds?.[gdsprovider]];
  return every && own ? { ...every, ...own } : (own ?? every);
}

/** Required fields for offers, if they differ from the usual. */
export interface RequiredFieldsEffect {
  /** Fields required in a document in addition to type and number. */
  document?: ('expires_on' | 'issuing_country_code')[];
  nationality?: boolean;
  /** Holder fields required in an offer without such a need. */
  holder?: ('phone' | 'email')[];
  /** Flags without an order field. */
  generic?: true;
}

export interface SupplierEffect {
  search?: 'down' | 'empty';
  /** Every offer needs the flight, or all passengers' names. */
  flightInfo?: 'required';
  passengerNames?: 'required';
  /** Offers are not amendable, and reservations cannot be changed. */
  change?: 'refused';
  booking?: BookingEffect;
  cancellation?: CancellationEffect;
  driver?: 'replaced';
  /** `lost`: no position after the departure. `no-show`: the ride does not continue after the arrival. */
  tracking?: 'lost' | 'no-show';
}

/** Supplier terms that a search under a scenario stores, in addition to `search`. */
export type SupplierTerms = Pick<SupplierEffect, 'flightInfo' | 'passengerNames' | 'change'>;

/** A cancellation's outcome. `shown-late`: it succeeds, and reads show the reservation confirmed for a while. */
export type CancellationEffect =
  | { outcome: 'shown-late'; afterReads: number; afterMs: number }
  /** `too-late`: refused as at pickup time. `without-refund`: made, with refund 0. */
  | { outcome: 'refused' | 'too-late' | 'without-refund' };

/** The transfer supplier's response to a booking or a change confirmation. */
export type BookingEffect =
  /** `reservations`: number of reservations made. */
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

/** A supplier's reason to refuse a booking, in the supplier's own words. */
export type SupplierRefusal = 'no_availability' | 'price_changed' | 'rejected';
