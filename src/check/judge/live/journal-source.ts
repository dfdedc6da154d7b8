import type { Exchange } from '../../../exchange/exchange.ts';
import type { JournalMark } from '../../../exchange/journal-mark.ts';

/** The journals of a sandbox, as its judge reads them. Exchanges have instants, and paths of the document. */
export interface JournalSource {
  /**
   * Resolves to true once every exchange that has ended, in any process, is in the journal, and to false if another
   * process does not say so in time. Never rejects.
   */
  settle(): Promise<boolean>;
  /**
   * Reads the calls of a profile as of one moment: the exchanges after the returned sequence number, and all
   * authenticated calls to unknown addresses. Undefined for an unknown profile.
   */
  read(profileCode: string, after: (mark: JournalMark) => number): Promise<JournalPart | undefined>;
  /** Returns the unauthenticated calls with a public key of a profile, or with none for null. */
  unauthenticated(profileCode: string | null): Promise<Exchange[]>;
  /** Returns the number of stray calls, of anybody, that the sandbox no longer has. */
  droppedStrays(): Promise<number>;
  /** Clears the verdicts on a profile. */
  clear(profileCode: string): Promise<void>;
}

/** Sequence number of the calls that are in no journal. */
export const STRAY = 0;

export interface JournalPart {
  mark: JournalMark;
  exchanges: Exchange[];
  strays: Exchange[];
}
