import type { Ending, Exchange, Message, Origin, Outcome, OutcomeKind } from '../exchange/exchange.ts';

/** An exchange of a sandbox, of which it knows more than a recording does. */
export interface JournaledExchange extends Exchange {
  origin: Origin;
  operationId: string;
  ending: Ending;
  outcome: Outcome;
  scenarioFrom: 'query' | 'header' | 'name' | 'email' | 'route' | 'offer' | 'reservation' | 'profile' | null;
}

/** An exchange to be appended: redacted, and cut to size. Its bodies are bytes. */
export interface NewExchange extends Omit<JournaledExchange, 'sequence' | 'request' | 'response'> {
  profileCode: string;
  request: NewMessage;
  response: NewMessage | null;
}

export interface NewMessage extends Pick<Message, 'bodyBytes' | 'cut'> {
  /** Names and values alternate. */
  headers: readonly string[];
  /** Null where there is none. */
  body: Buffer | null;
}

/** An exchange without headers and bodies. */
export interface ExchangeSummary extends Omit<JournaledExchange, 'request' | 'response'> {
  requestBytes: number;
  responseBytes: number;
}

/** What a profile's journal has dropped. */
export interface Dropped {
  exchanges: number;
  bytes: number;
  /** The instant of the latest dropped exchange; null for none. */
  before: number | null;
}

export interface JournalBounds {
  exchanges: number;
  bytes: number;
}

export interface ExchangeQuery {
  /** Continues after the exchange with this sequence number, in the requested order. */
  after?: number;
  limit: number;
  /** By the instant at which an exchange began; of the same instant, by its end. */
  order: 'oldest' | 'newest';
  operationId?: string;
  status?: number;
  ending?: Ending;
  outcome?: OutcomeKind;
  origin?: Origin;
  /** One of the scenarios that acted, by its canonical name. */
  scenario?: string;
  /** A text in the path or in a body, an id for example. */
  contains?: string;
  /** From this instant on. */
  from?: number;
  /** Before this instant. */
  to?: number;
}

/** All exchanges of a profile, oldest first; plain JSON. */
export interface JournalState {
  /** The highest sequence number so far. */
  last: number;
  dropped: Dropped;
  exchanges: JournaledExchange[];
}

/** Exchanges that are counted but not stored. */
export interface Missing {
  /** How many were lost; they have no sequence numbers. */
  lost: number;
  /** Dropped before they got here: newer than the stored exchanges, and older than the appended ones. */
  dropped: Dropped | null;
}

export interface JournalStore {
  /** Whether the exchanges outlive the process. */
  readonly durable: boolean;
  /**
   * Adds exchanges of several profiles, each in its order, in one transaction; assigns sequence numbers, and drops the
   * oldest of a profile that exceeds the bounds. `missing` is counted only, by profile.
   */
  append(
    exchanges: readonly NewExchange[],
    bounds: JournalBounds,
    missing?: ReadonlyMap<string, Missing>,
  ): Promise<void>;
  /** Drops the oldest exchanges of the largest journal, until all profiles together have at most `bytes`. */
  shrink(bytes: number): Promise<void>;
  list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]>;
  find(profileCode: string, exchangeId: string): Promise<JournaledExchange | undefined>;
  dropped(profileCode: string): Promise<Dropped>;
  /** The sequence number of the newest exchange; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /** The profiles whose journals are not empty, or were not before they dropped exchanges. */
  profiles(): Promise<string[]>;
  /** All exchanges, read in slices. */
  all(profileCode: string): Promise<JournalState>;
}
