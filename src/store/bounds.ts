/** How many records of each kind the store keeps of one profile. Pricings have the bound of searches. */
export interface StoreBounds {
  searches: number;
  orders: number;
  bookings: number;
}

/** All profiles together have this many times the bound of one profile. */
export const ALL_PROFILES = 5;

export const UNBOUNDED: StoreBounds = { searches: Infinity, orders: Infinity, bookings: Infinity };

/** How many records of one kind the store keeps of one profile. */
export interface Kept {
  count: number;
  most: number;
  /** How many were dropped since the profile was created, reset or imported, or the store was opened. */
  dropped: number;
}

export type KeptKind = 'searches' | 'pricings' | 'orders' | 'bookings';
