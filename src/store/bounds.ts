/** Maximum stored records per profile, by kind. Pricings share the bound for searches. */
export interface StoreBounds {
  searches: number;
  orders: number;
  bookings: number;
}

/** Global bound, as a multiple: bounds per profile. */
export const ALL_PROFILES = 5;

export const UNBOUNDED: StoreBounds = { searches: Infinity, orders: Infinity, bookings: Infinity };

/** The number of stored records with one kind, for one profile. */
export interface Kept {
  count: number;
  most: number;
  /** Number dropped since the profile was created, reset or imported, or the store was opened. */
  dropped: number;
}

export type KeptKind = 'searches' | 'pricings' | 'orders' | 'bookings';
