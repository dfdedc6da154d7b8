/**
 * What a scenario may ask of a provider or of the clock. Providers know these types and nothing else
 * of the scenarios. An effect is plain JSON: it is kept with a search, so that the same offers can be
 * made again later.
 */
export interface Effects {
  /** How a flight provider behaves, by gdsprovider number. */
  gds?: { 0?: GdsEffect; 1?: GdsEffect };
  supplier?: SupplierEffect;
  /** The offer in question counts as expired at this very call. */
  expiry?: 'reached';
}

export interface GdsEffect {
  /** `down`: the provider answers with an error. `empty`: it answers without offers. */
  search?: 'down' | 'empty';
}

export interface SupplierEffect {
  search?: 'down' | 'empty';
  booking?: BookingEffect;
}

/** How the transfer supplier answers a booking or a change confirmation. */
export type BookingEffect =
  | { outcome: 'completed' }
  | { outcome: 'failed'; reason: SupplierRefusal }
  | { outcome: 'pending'; settlesTo: 'completed' | 'failed'; afterReads: number | null; afterMs: number | null; reason?: SupplierRefusal };

/** Why a supplier refuses a booking, in the supplier's own words. */
export type SupplierRefusal = 'no_availability' | 'price_changed' | 'rejected';
