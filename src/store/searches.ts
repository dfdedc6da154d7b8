/**
 * The seed record of a search: enough to generate its offers again, byte for byte. Flight searches, transfer
 * searches and change searches are all stored this way.
 */
export interface SearchRecord {
  searchId: string;
  profileCode: string;
  kind: 'flights' | 'transfers' | 'change';
  /** Key of the random stream that generates the offers. */
  seed: string;
  /** Creation instant by the clock, epoch milliseconds. */
  createdAt: number;
  /** Announced expiry of the offers, epoch milliseconds. */
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
  /** Returns a search of this profile; undefined for an unknown search and for one of another profile. */
  find(profileCode: string, searchId: string): Promise<SearchRecord | undefined>;
  /** Replaces the armed scenarios of a search if they are still `expected`; otherwise returns false. */
  rearm(profileCode: string, searchId: string, expected: string, armed: string | null): Promise<boolean>;
  /** Ends the offers of a search at an instant if they would end later. Returns false otherwise. */
  expire(profileCode: string, searchId: string, at: number): Promise<boolean>;
  /** Returns a lower bound for the expiry of an owner's searches. Read from memory: nothing is due before it. */
  firstExpiry(owner: number): number;
  /** Removes at most `limit` searches of an owner with an expiry before the instant. Returns the number removed. */
  purge(expiredBefore: number, limit: number, owner: number): Promise<number>;
}
