/** The state of a profile's journal. */
export interface JournalMark {
  /** Number of the profile's state: another state has another journal. */
  state: number;
  /** The highest sequence number so far. */
  last: number;
  /** Number of exchanges that the journal no longer has. */
  dropped: number;
  /** Sequence number of the last exchange, and number of the last stray call, before the verdicts were cleared. */
  clearedExchange: number;
  clearedStray: number;
  /** Number of the latest stray call of the profile's clients that the sandbox no longer has; 0 for none. */
  droppedStray: number;
  /** The event that began the state; null if its journal has all calls of the profile. */
  unknownBefore: 'reset' | 'import' | null;
}
