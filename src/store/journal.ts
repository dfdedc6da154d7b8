/** How an exchange ended: `answered`, or what the client saw instead of a complete response. */
export type Ending = 'answered' | 'truncated' | 'silent' | 'reset' | 'client-gone';

/** What a response meant to the client, short: `{ kind: 'failed', text: '200 failed: supplier_rejected' }`. */
export interface Outcome {
  kind: OutcomeKind;
  text: string;
}

/**
 * `ok`; `pending` and `failed` by the body of a success; `refused` with 4xx, `error` with 5xx or a body that cannot be
 * read; `lost` where the client got no whole response.
 */
export type OutcomeKind = 'ok' | 'pending' | 'failed' | 'refused' | 'error' | 'lost';

/** What all forms of an exchange have in common. */
interface ExchangeHead {
  /** The request id. */
  exchangeId: string;
  /** By the profile's clock, epoch milliseconds. */
  at: number;
  /** By the machine's clock when it began, epoch milliseconds; null for an imported one. */
  realTime: number | null;
  /** Milliseconds of real time until it ended; null for an imported one. */
  durationMs: number | null;
  /** How many exchanges of the profile ended between its beginning and its end. */
  overlapped: number;
  operationId: string;
  method: string;
  /** With the query. */
  path: string;
  /** Null where no response began. */
  status: number | null;
  ending: Ending;
  outcome: Outcome;
  /** The canonical names of the scenarios that acted, and where they were selected. */
  scenario: string | null;
  scenarioFrom: 'query' | 'header' | 'name' | 'email' | 'offer' | 'reservation' | 'profile' | null;
}

/** An exchange to be appended: redacted, and cut to size. */
export interface NewExchange extends ExchangeHead {
  profileCode: string;
  request: NewMessage;
  /** Null where no response began. */
  response: NewMessage | null;
}

export interface NewMessage {
  /** Names and values alternate. */
  headers: readonly string[];
  /** Null where there is none. */
  body: Buffer | null;
  /** Length of the body before it was cut. */
  bodyBytes: number;
  cut: boolean;
}

/** An exchange as stored; plain JSON. */
export interface ExchangeRecord extends ExchangeHead {
  /** Counts the exchanges of the profile, from 1. */
  sequence: number;
  request: MessageRecord;
  response: MessageRecord | null;
}

export interface MessageRecord {
  /** In their order, repeated ones too. */
  headers: [name: string, value: string][];
  /** Null for no body, and for one that was refused unread. */
  body: string | null;
  /** The encoding of `body`: base64 when the bytes are not UTF-8. */
  encoding: 'utf-8' | 'base64';
  /** Length of the body before it was cut. */
  bodyBytes: number;
  cut: boolean;
}

/** An exchange without headers and bodies. */
export interface ExchangeSummary extends ExchangeHead {
  sequence: number;
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

/** The bounds of the journal of one profile. */
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
  exchanges: ExchangeRecord[];
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
  find(profileCode: string, exchangeId: string): Promise<ExchangeRecord | undefined>;
  dropped(profileCode: string): Promise<Dropped>;
  /** The sequence number of the newest exchange; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /** Removes everything: the journal starts over. */
  clear(profileCode: string): Promise<void>;
  /** All exchanges, for `restore`. */
  all(profileCode: string): Promise<JournalState>;
  /** Replaces everything. */
  restore(profileCode: string, state: JournalState): Promise<void>;
}
