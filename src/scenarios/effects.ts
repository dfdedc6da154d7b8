/**
 * What a scenario may ask of a provider or of the clock. Providers know these types and nothing else
 * of the scenarios. An effect is plain JSON: it is kept with a search, so that the same offers can be
 * made again later.
 */
export interface Effects {
  /** How a flight provider behaves, by gdsprovider number. */
  gds?: { 0?: GdsEffect; 1?: GdsEffect };
  supplier?: SupplierEffect;
  /** `reached`: the offer in question counts as expired at this very call. `forgotten`: its search counts as unknown. */
  expiry?: 'reached' | 'forgotten';
  /** How long the offers of this search live, where the settings do not end them earlier. */
  lifetimeMs?: number;
  /** What is priced expires right after this pricing, long before the `expiresAt` that it states. */
  pricing?: 'expires-at-once';
  /** A booking that was sent before is booked once more instead of being answered again. */
  resend?: 'books-again';
}

export interface GdsEffect {
  /** `down`: the provider answers with an error. `empty`: it answers without offers. */
  search?: 'down' | 'empty';
  /** The provider answers a search this much later. */
  delayMs?: number;
  /** `unavailable`: nothing can be held. `not-guaranteed`: what can be held keeps its seats and not its price. */
  hold?: 'unavailable' | 'not-guaranteed';
  /** Every offer requires identity documents. */
  documents?: 'required';
  /** Every offer takes a `dni`. */
  dni?: 'allowed';
  /** Every order must name its segments. */
  segments?: 'required';
  /** Why the provider refuses an order, in its own terms. */
  order?: 'refused' | 'price-changed';
}

export interface SupplierEffect {
  search?: 'down' | 'empty';
  booking?: BookingEffect;
}

/** How the transfer supplier answers a booking or a change confirmation. */
export type BookingEffect =
  | { outcome: 'completed' }
  | { outcome: 'failed'; reason: SupplierRefusal }
  /** Completed, but no read finds it until it has been looked for this often or this long. */
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
