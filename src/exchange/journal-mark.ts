/**
 * The event after which a profile's clients may know more than its journal shows: one that began its state, or the end
 * of a process before the verdicts were cleared.
 */
export type UnknownBefore = 'reset' | 'import' | 'process';

/** The state of a profile's journal, or of the journal of nobody. */
export interface JournalMark {
  /** Number of the profile's state: another state has another journal. */
  state: number;
  /** The highest sequence number so far. */
  last: number;
  /** Number of authenticated exchanges ever, and of those that the journal no longer has. */
  authenticated: Ever;
  /** The same for calls without valid credentials. */
  unauthenticated: Ever;
  /** Sequence number of the last exchange before the verdicts were cleared. */
  clearedExchange: number;
  /** Null if the journal has all calls of the profile. */
  unknownBefore: UnknownBefore | null;
  /** Ids that the clients know from before a reset: the bytes of a `KnownIds`; null for none. */
  knownBefore: Uint8Array | null;
  /** True if a process that has ended, or is out of reach, may have had calls that are not here. */
  hasUnwritten: boolean;
}

export interface Ever {
  ever: number;
  dropped: number;
}
