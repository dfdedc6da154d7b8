import type { Exchange } from '../../../exchange/exchange.ts';
import type { JournalMark } from '../../../exchange/journal-mark.ts';
import type { Held } from '../recording/service-finder.ts';

/** A sandbox's journals, as its judge reads them. Exchanges have the document's paths. */
export interface JournalSource {
  /** True if other processes write the journals too: exchanges then end in no order. */
  readonly isShared: boolean;
  /**
   * Resolves once every exchange that has ended, in any process, is in the journal, or once a process does not say so
   * in time. Never rejects.
   */
  settle(): Promise<Settled>;
  /**
   * Returns the instant until which the other processes have written a profile's ended exchanges, once they have judged
   * them too. `isConfirmed` is false if one process did not say so in time. It does not wait for this process to write.
   */
  settleToDrop(profileCode: string): Promise<{ until: number; isConfirmed: boolean }>;
  /**
   * Reads a profile's exchanges after a sequence number, and those that wait to be written, all at one moment.
   * Undefined for an unknown profile.
   */
  read(
    profileCode: string,
    after: (mark: JournalMark, waiting: ReadonlySet<string>) => number,
  ): Promise<JournalPart | undefined>;
  /** Returns the profiles with the latest calls, except one. */
  others(profileCode: string): Promise<string[]>;
  /** Clears the verdicts on a profile. */
  clear(profileCode: string): Promise<void>;
}

export interface Settled {
  /** The reason if an exchange may be missing; null otherwise. */
  missing: string | null;
  /** No exchange that ended until then is written later, unless a process is held up for seconds. */
  until: number;
}

export interface JournalPart {
  mark: JournalMark;
  /** Each exchange once. */
  exchanges: SourceExchange[];
}

export interface SourceExchange {
  exchangeId: string;
  authenticated: boolean;
  /** Made when it is read. */
  readonly exchange: Exchange;
  /** The parts that the sandbox has in memory. */
  readonly held?: Held;
  /** True if it may not be in the store yet: its sequence number is the probable one. */
  isWaiting: boolean;
  /** Called once it is judged. */
  onJudged?: () => void;
}
