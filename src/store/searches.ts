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

export interface SearchStore {
  /** Adds a search. If this exceeds a bound, drops expired searches first, then the oldest. */
  add(record: SearchRecord): Promise<void>;
  dropped(profileCode: string): number;
  /** Returns a search of this profile; undefined for an unknown search and for another profile's. */
  find(profileCode: string, searchId: string): Promise<SearchRecord | undefined>;
  /** Replaces a search's armed scenarios if they are still `expected`; otherwise returns false. */
  rearm(profileCode: string, searchId: string, expected: string, armed: string | null): Promise<boolean>;
  /** Ends a search's offers at an instant if they would end later. Returns false otherwise. */
  expire(profileCode: string, searchId: string, at: number): Promise<boolean>;
  /** Returns a lower bound for the expiry of an owner's searches. Read from memory: nothing is due before it. */
  firstExpiry(owner: number): number;
  /** Removes at most `limit` of an owner's searches that expired before the instant. Returns how many. */
  purge(expiredBefore: number, limit: number, owner: number): Promise<number>;
}
