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
  /** Number of records dropped since the profile was created, reset or imported, or the store was opened. */
  dropped: number;
}

export type KeptKind = 'searches' | 'pricings' | 'orders' | 'bookings';

/** Searches or pricings. The `id` is a searchId or a pricingToken. */
export interface ExpiringStore {
  /** Counts a profile's records that bounds have dropped. */
  dropped(profileCode: string): number;
  /** Ends a record at an instant if it would end later. Returns false otherwise. */
  expire(profileCode: string, id: string, at: number): Promise<boolean>;
  /** Returns a lower bound for the expiry of an owner's records. Read from memory: nothing is due before it. */
  firstExpiry(owner: number): number;
  /** Removes at most `limit` of an owner's records that expired before the instant. Returns how many. */
  purge(expiredBefore: number, limit: number, owner: number): Promise<number>;
}
