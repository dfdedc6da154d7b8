/** Maximum number of stored records per profile, by kind. Pricings have the bound of searches. */
export interface StoreBounds {
  searches: number;
  orders: number;
  bookings: number;
}

/** Global bound, as a multiple of the bound per profile. */
export const ALL_PROFILES = 5;

export const UNBOUNDED: StoreBounds = { searches: Infinity, orders: Infinity, bookings: Infinity };

/** Number of records of one kind in the store, for one profile. */
export interface Kept {
  count: number;
  most: number;
  /** Number dropped since the profile was created, reset or imported, or the store was opened. */
  dropped: number;
}

export type KeptKind = 'searches' | 'pricings' | 'orders' | 'bookings';
