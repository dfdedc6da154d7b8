import type { Exchange } from '../../../exchange/exchange.ts';
import type { JournalMark } from '../../../exchange/journal-mark.ts';
import { count } from '../../report/text.ts';
import type { Held } from '../recording/service-finder.ts';

/** A sandbox's journals, as its judge reads them. Exchanges have the document's paths. */
export interface JournalSource {
  /** True if other processes write the journals too. Then exchanges are not in the order of their ends. */
  readonly isShared: boolean;
  /**
   * Resolves once every exchange that has ended, in any process, is in the journal, or once a process fails to confirm
   * this in time. Never rejects.
   */
  settle(): Promise<Settled>;
  /**
   * Waits until the other processes have judged and written a profile's ended exchanges, and returns the instant until
   * which they have. `isConfirmed` is false if one process did not confirm in time. Does not wait for this process.
   */
  settleToDrop(profileCode: string): Promise<{ until: number; isConfirmed: boolean }>;
  /**
   * Reads a profile's exchanges after a sequence number, and the ones not yet written, all at one moment. Undefined for
   * an unknown profile.
   */
  read(
    profileCode: string,
    after: (mark: JournalMark, waiting: ReadonlySet<string>) => number,
  ): Promise<JournalPart | undefined>;
  /** Returns the profiles with the latest calls, except the given one. */
  others(profileCode: string): Promise<string[]>;
  /** Clears the verdicts on a profile. */
  clear(profileCode: string): Promise<void>;
}

export interface Settled {
  /** The reason if an exchange may be missing; null otherwise. */
  missing: string | null;
  /** Every exchange that ended by then is written, unless a process is held up for seconds. */
  until: number;
}

export interface JournalPart {
  mark: JournalMark;
  /** Without duplicates. */
  exchanges: SourceExchange[];
}

export interface SourceExchange {
  exchangeId: string;
  authenticated: boolean;
  /** Made only when it is read. */
  readonly exchange: Exchange;
  /** The parts that the sandbox holds in memory. */
  readonly held?: Held;
  /** True if it may not be in the store yet. Then its sequence number is only probable. */
  isWaiting: boolean;
  /** Called once it is judged. */
  onJudged?: () => void;
}

/** Reasons for missing knowledge, by the event that began a state. */
export const UNKNOWN_BEFORE = {
  reset: 'the profile was reset, and its clients may use what they received before',
  import: 'an import brought what its clients may have learned elsewhere',
  process: 'a process of the sandbox ended, or is out of reach, and may not have written its latest calls',
} as const;

/** Returns a message that counts the exchanges missing from a journal. */
export function sayDropped(exchanges: number): string {
  return `the journal no longer has ${count(exchanges, 'older exchange')} of the profile`;
}
