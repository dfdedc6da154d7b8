/**
 * The event after which a profile's clients may know more than its journal shows: one that began its state, or a
 * process that ended before the verdicts were cleared.
 */
export type UnknownBefore = 'reset' | 'import' | 'process';

/** State of a journal: a profile's or nobody's. */
export interface JournalMark {
  /** The profile's state number: another state has another journal. */
  state: number;
  /** The highest sequence number so far. */
  last: number;
  /** Numbers of authenticated exchanges: in total, and dropped by the journal. */
  authenticated: Ever;
  /** The same for calls without valid credentials. */
  unauthenticated: Ever;
  /** Sequence number of the last exchange before the verdicts were cleared. */
  clearedExchange: number;
  /** Null if the journal has all calls of the profile. */
  unknownBefore: UnknownBefore | null;
  /** Ids that the clients know from before a reset: the bytes of a `KnownIds`; null for none. */
  knownBefore: Uint8Array | null;
  /** True if a process that has ended or cannot be reached may have had calls that are missing here. */
  hasUnwritten: boolean;
}

export interface Ever {
  ever: number;
  dropped: number;
}
