/**
 * The seed record of a search: enough to make its offers again, byte for byte. Flight searches, transfer
 * searches and change searches are all kept this way.
 */
export interface SearchRecord {
  searchId: string;
  profileCode: string;
  kind: 'flights' | 'transfers' | 'change';
  /** Key of the random stream that the offers are made from. */
  seed: string;
  /** Reading of the clock when the search was made, epoch milliseconds. */
  createdAt: number;
  /** When its offers expire, epoch milliseconds. */
  expiresAt: number;
  /** What else is needed to make the offers again: plain JSON, owned by the domain that wrote it. */
  origin: unknown;
  /** Scenarios that meet later calls about its offers, as they were asked for: `book:pending`. */
  armed: string | null;
}

export interface SearchStore {
  /** Keeps a search. Where the profile, or all of them, have too many then, what has expired makes room, and then the oldest. */
  add(record: SearchRecord): Promise<void>;
  /** How many searches of a profile had to make room. */
  dropped(profileCode: string): number;
  /** A search of this profile; undefined for an unknown one and for one of another profile alike. */
  find(profileCode: string, searchId: string): Promise<SearchRecord | undefined>;
  /** Removes at most `limit` searches of a profile that expired before the instant; answers how many it removed. */
  purge(expiredBefore: number, limit: number, profileCode: string): Promise<number>;
}
