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
  /** Reading of the clock when the search was made, epoch milliseconds. */
  createdAt: number;
  /** When its offers expire as they announce it, epoch milliseconds. */
  expiresAt: number;
  /** When they really expire, where that is earlier. */
  endsAt?: number;
  /** What else is needed to generate the offers again: plain JSON, owned by the domain that wrote it. */
  origin: unknown;
  /** What is left of the scenarios for later requests about its offers: `book:pending`. */
  armed: string | null;
}

export interface SearchStore {
  /** Adds a search. When a bound is exceeded, expired searches are dropped first, then the oldest. */
  add(record: SearchRecord): Promise<void>;
  dropped(profileCode: string): number;
  /** A search of this profile; undefined for an unknown search and for one of another profile. */
  find(profileCode: string, searchId: string): Promise<SearchRecord | undefined>;
  /** Replaces what is armed on a search if it is still `expected`; false when it is not. */
  rearm(profileCode: string, searchId: string, expected: string, armed: string | null): Promise<boolean>;
  /** Lets the offers of a search end at an instant, if they would end later; false when they do not. */
  expire(profileCode: string, searchId: string, at: number): Promise<boolean>;
  /** No search of an owner expires before this instant. Read from memory: nothing is due before it. */
  firstExpiry(owner: number): number;
  /** Removes at most `limit` searches of an owner that expired before the instant; returns how many. */
  purge(expiredBefore: number, limit: number, owner: number): Promise<number>;
}
