import type { ExpiringStore } from './bounds.ts';

/**
 * A search's seed record: enough to generate its offers again, byte for byte. Flight searches, transfer searches and
 * change searches are all stored this way.
 */
export interface SearchRecord {
  searchId: string;
  profileCode: string;
  kind: 'flights' | 'transfers' | 'change';
  /** Key to the random stream that generates the offers. */
  seed: string;
  /** Creation instant by the clock, epoch milliseconds. */
  createdAt: number;
  /** The offers' announced expiry, epoch milliseconds. */
  expiresAt: number;
  /** Actual expiry, if earlier. */
  endsAt?: number;
  /** Other input for generating the offers again: plain JSON, owned by the domain. */
  origin: unknown;
  /** Remaining scenarios for later requests about its offers: `book:pending`. */
  armed: string | null;
}

export interface SearchStore extends ExpiringStore {
  /** Adds a search. If this exceeds a bound, drops expired searches first, then the oldest. */
  add(record: SearchRecord): Promise<void>;
  /** Returns a search of this profile; undefined for an unknown search and for another profile's. */
  find(profileCode: string, searchId: string): Promise<SearchRecord | undefined>;
  /** Replaces a search's armed scenarios if they are still `expected`; otherwise returns false. */
  rearm(profileCode: string, searchId: string, expected: string, armed: string | null): Promise<boolean>;
}
