import type { GdsProvider } from '../interface/api.ts';

/**
 * Changes of a scenario to a provider or the clock. Providers know these types and nothing else of the scenarios. An
 * effect is plain JSON: the record of a search stores it, to create the same offers again later.
 */
export interface Effects {
  /** Behaviour of every flight provider, or of one, by gdsprovider number. */
  gds?: { readonly [Provider in GdsProvider | 'every']?: GdsEffect };
  supplier?: SupplierEffect;
  /** `reached`: the offer counts as expired at this request. `forgotten`: its search counts as unknown. */
  expiry?: 'reached' | 'forgotten';
  /** Lifetime of the offers of this search, unless the settings end them earlier. */
  lifetimeMs?: number;
  /** Maximum number of offers of both flight providers together. */
  offers?: number;
  /** The pricing expires at once, long before its stated `expiresAt`. */
  pricing?: 'expires-at-once';
  /** The pricing's price differs from the search price by this percentage. */
  pricePercent?: number;
  /** A resend books again instead of returning the first booking. */
  resend?: 'books-again';
}

/** Affected part of the service. `later`: storage of armed scenarios for later requests. */
export type EffectPlace = Exclude<keyof Effects, 'supplier'> | `supplier.${keyof SupplierEffect}` | 'later';

export interface GdsEffect {
  /** `down`: the provider returns an error. `empty`: it returns no offers. */
  search?: 'down' | 'empty';
  /** Delay of the provider's search response. */
  delayMs?: number;
  /** `unavailable`: no offer allows a hold. `not-guaranteed`: a hold keeps its seats and not its price. */
  hold?: 'unavailable' | 'not-guaranteed';
  /** Identity documents required in every offer or in none. */
  documents?: 'required' | 'not-required';
  /** Every offer accepts more than one kind of document. */
  kinds?: 'several';
  fields?: RequiredFieldsEffect;
  /** Every offer accepts a `dni`. */
  dni?: 'allowed';
  /** Every order must name its segments. */
  segments?: 'required';
  /** Provider's reason to refuse an order, in its own terms. */
  order?: 'refused' | 'price-changed';
}

/** Returns the effect on one flight provider: its own parts replace those of every provider. */
export function effectOn(gds: Effects['gds'], gdsprovider: GdsProvider): GdsEffect | undefined {
  const [every, own] = [gds?.every, gds?.[gdsprovider]];
  return every && own ? { ...every, ...own } : (own ?? every);
}

/** Required fields of offers, if they differ from the usual. */
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

/** Supplier terms stored by a search under a scenario, in addition to `search`. */
export type SupplierTerms = Pick<SupplierEffect, 'flightInfo' | 'passengerNames' | 'change'>;

/** Outcome of a cancellation. `shown-late`: it succeeds, and reads show the reservation confirmed for a while. */
export type CancellationEffect =
  | { outcome: 'shown-late'; afterReads: number; afterMs: number }
  /** `too-late`: refused as at the time of pickup. `without-refund`: made, with a refund of 0. */
  | { outcome: 'refused' | 'too-late' | 'without-refund' };

/** Response of the transfer supplier to a booking or a change confirmation. */
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

/** Reason of a supplier to refuse a booking, in the supplier's own words. */
export type SupplierRefusal = 'no_availability' | 'price_changed' | 'rejected';
