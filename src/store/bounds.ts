/** How many records of each kind the store keeps of one profile. Pricings are bounded like searches. */
export interface StoreBounds {
  searches: number;
  orders: number;
  bookings: number;
}

/** All profiles together keep this many times as much as one may. */
export const ALL_PROFILES = 5;

export const UNBOUNDED: StoreBounds = { searches: Infinity, orders: Infinity, bookings: Infinity };

/** What the store keeps of one profile and of one kind. */
export interface Kept {
  count: number;
  most: number;
  /** How many had to make room for others since the profile was made, reset or imported, or the store was opened. */
  dropped: number;
}

export type KeptKind = 'searches' | 'pricings' | 'orders' | 'bookings';
