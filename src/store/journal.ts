import type { Ending, Exchange, Message, Origin, Outcome, OutcomeKind } from '../exchange/exchange.ts';
import type { JournalMark } from '../exchange/journal-mark.ts';

/** A sandbox exchange, with more details than a recording has. */
export interface JournaledExchange extends Exchange {
  origin: Origin;
  authenticated: boolean;
  ending: Ending;
  outcome: Outcome;
  scenarioFrom: 'query' | 'header' | 'name' | 'email' | 'route' | 'offer' | 'reservation' | 'profile' | null;
}

/** An exchange to append: redacted, and cut to size. Its bodies are bytes. */
export interface NewExchange extends Omit<JournaledExchange, 'sequence' | 'request' | 'response'> {
  profileCode: string;
  request: NewMessage;
  response: NewMessage | null;
}

export interface NewMessage extends Pick<Message, 'bodyBytes' | 'cut'> {
  /** Names and values alternate. */
  headers: readonly string[];
  /** Null without a body. */
  body: Buffer | null;
}

/** An exchange without headers and bodies. */
export interface ExchangeSummary extends Omit<JournaledExchange, 'request' | 'response'> {
  requestBytes: number;
  responseBytes: number;
}

/** Counts exchanges dropped from a profile's journal. */
export interface Dropped {
  exchanges: number;
  bytes: number;
  /** The latest dropped exchange's instant; null for none. */
  before: number | null;
}

export interface JournalBounds {
  exchanges: number;
  bytes: number;
  /** Calls without valid credentials have this bound instead, because anyone can make them. */
  unauthenticated: number;
}

export interface ExchangeQuery {
  /** Continues after the exchange with this sequence number, in the requested order. */
  after?: number;
  limit: number;
  /** By an exchange's start instant; at the same instant, by its end. */
  order: 'oldest' | 'newest';
  operationId?: string;
  status?: number;
  ending?: Ending;
  outcome?: OutcomeKind;
  origin?: Origin;
  /** Canonical name for a scenario with an effect on the exchange. */
  scenario?: string;
  /** A text in the path or in a body, such as an id. */
  contains?: string;
  /** Only exchanges from this instant on. */
  from?: number;
  /** Before this instant. */
  to?: number;
}

/** All exchanges in a profile, oldest first; plain JSON. */
export interface JournalState {
  /** The highest sequence number so far. */
  last: number;
  dropped: Dropped;
  exchanges: JournaledExchange[];
}

/** The part of a profile's journal from which its verdicts follow, at one moment. */
export interface JudgedJournal {
  mark: JournalMark;
  /** Ordered by sequence number. */
  exchanges: JournaledExchange[];
}

/** Counted exchanges without a stored record. */
export interface Missing {
  /** Lost exchanges; they have no sequence numbers. */
  lost: number;
  /** Exchanges dropped before they were stored: newer than the stored exchanges, and older than the appended ones. */
  dropped: Dropped | null;
  /** Number of dropped calls without valid credentials. */
  droppedUnauthenticated: number;
}

export interface JournalStore {
  /** True if the exchanges outlive the process. */
  readonly durable: boolean;
  /**
   * Adds several profiles' exchanges, each in its order, in one transaction. Assigns sequence numbers. `missing` is
   * counted only, by profile. Returns the profiles above their bounds. `isRepeated`: an earlier attempt may have taken
   * effect, and its exchanges are not stored twice.
   */
  append(
    exchanges: readonly NewExchange[],
    bounds: JournalBounds,
    missing?: ReadonlyMap<string, Missing>,
    isRepeated?: boolean,
  ): Promise<readonly string[]>;
  /** Drops a profile's oldest exchanges above its bounds. */
  trim(profileCode: string, bounds: JournalBounds): Promise<void>;
  /**
   * Drops the largest journal's oldest exchanges, until all profiles together have at most `bytes`. Calls `beforeDrop`
   * with its profile.
   */
  shrink(bytes: number, beforeDrop: (profileCode: string) => Promise<void>): Promise<void>;
  list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]>;
  find(profileCode: string, exchangeId: string): Promise<JournaledExchange | undefined>;
  /** Returns the counts for dropped exchanges, and for dropped calls without valid credentials. */
  dropped(profileCode: string): Promise<Dropped & { unauthenticated: number }>;
  /** Returns the newest exchange's sequence number; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /**
   * Returns the exchanges after a sequence number, which follows from the mark; undefined for an unknown profile. It
   * includes the state that another process may have given the profile.
   */
  judged(profileCode: string, after: (mark: JournalMark) => number): Promise<JudgedJournal | undefined>;
  /** Notes that this process may have unwritten calls of a profile. A new state begins without the note. */
  noteUnwritten(profileCode: string): Promise<void>;
  /** Withdraws the notes of this process on profiles. */
  withdrawUnwritten(profileCodes: readonly string[]): Promise<void>;
  /** Clears the verdicts on a profile: they begin after the exchanges so far. */
  clearVerdicts(profileCode: string): Promise<void>;
  /** All exchanges, read in slices. */
  all(profileCode: string): Promise<JournalState>;
}
