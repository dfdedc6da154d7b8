/** How an exchange ended: `answered`, or what the client saw in the place of a whole answer. */
export type Ending = 'answered' | 'truncated' | 'silent' | 'reset' | 'client-gone';

/** What all forms of an exchange of the journal have in common. */
interface ExchangeHead {
  /** The request id. */
  exchangeId: string;
  /** By the profile's clock, epoch milliseconds. */
  at: number;
  operationId: string;
  method: string;
  /** With the query. */
  path: string;
  /** Null where no answer began. */
  status: number | null;
  ending: Ending;
  /** The true names of the scenarios that acted, and what triggered them. */
  scenario: string | null;
  scenarioFrom: string | null;
}

/** An exchange on its way into the journal: without secrets, and cut to size. */
export interface NewExchange extends ExchangeHead {
  profileCode: string;
  request: NewMessage;
  /** Null where no answer began. */
  response: NewMessage | null;
}

export interface NewMessage {
  /** Names and values in turn. */
  headers: readonly string[];
  /** Null where there is none. */
  body: Buffer | null;
  /** Length of the whole body. */
  bodyBytes: number;
  cut: boolean;
}

/** An exchange as the journal holds it; plain JSON. */
export interface ExchangeRecord extends ExchangeHead {
  /** Counts the exchanges of the profile, from 1. */
  sequence: number;
  request: MessageRecord;
  response: MessageRecord | null;
}

export interface MessageRecord {
  /** In their order, repeated ones too. */
  headers: [name: string, value: string][];
  /** Null where there is none, and for a body that was refused unread. */
  body: string | null;
  /** How `body` is written: as it is, or in base64 because it is no UTF-8. */
  encoding: 'utf-8' | 'base64';
  /** Length of the whole body, cut or not. */
  bodyBytes: number;
  cut: boolean;
}

/** An exchange without headers and bodies. */
export interface ExchangeSummary extends ExchangeHead {
  sequence: number;
  requestBytes: number;
  responseBytes: number;
}

/** What a profile's journal no longer holds. */
export interface Dropped {
  exchanges: number;
  bytes: number;
  /** The instant of the latest exchange that had to make room; null while none had to. */
  before: number | null;
}

/** How much the journal of one profile may hold. */
export interface JournalBounds {
  exchanges: number;
  bytes: number;
}

export interface ExchangeQuery {
  /** Goes on after this sequence number, in the order asked for. */
  after?: number;
  limit: number;
  order: 'oldest' | 'newest';
  operationId?: string;
  status?: number;
  ending?: Ending;
  /** One of the scenarios that acted, by its true name. */
  scenario?: string;
  /** A text, an id for example, that stands in the path or in a body. */
  contains?: string;
  /** From this instant on. */
  from?: number;
  /** Before this instant. */
  to?: number;
}

/** A profile's whole journal, oldest first; plain JSON. */
export interface JournalState {
  /** The sequence number of the newest exchange there ever was. */
  last: number;
  dropped: Dropped;
  exchanges: ExchangeRecord[];
}

/** What a profile's journal does not get. */
export interface Missing {
  /** How many nobody could take; they have no sequence numbers. */
  lost: number;
  /** What made room before it got here: newer than all that the store has, and older than what it is given. */
  dropped: Dropped | null;
}

export interface JournalStore {
  /** Whether it outlives the process. */
  readonly durable: boolean;
  /**
   * Adds exchanges, of several profiles in their order, in one transaction; gives each its sequence number and
   * drops the oldest of a profile that is beyond the bounds. `missing` tells of each profile what is to be counted only.
   */
  append(
    exchanges: readonly NewExchange[],
    bounds: JournalBounds,
    missing?: ReadonlyMap<string, Missing>,
  ): Promise<void>;
  /** Drops the oldest exchanges of whichever profile holds most, until all profiles together hold no more than `bytes`. */
  shrink(bytes: number): Promise<void>;
  list(profileCode: string, query: ExchangeQuery): Promise<ExchangeSummary[]>;
  find(profileCode: string, exchangeId: string): Promise<ExchangeRecord | undefined>;
  dropped(profileCode: string): Promise<Dropped>;
  /** The sequence number of the newest exchange; 0 for an empty journal. */
  last(profileCode: string): Promise<number>;
  /** Removes everything: the journal begins anew. */
  clear(profileCode: string): Promise<void>;
  /** Everything, for `restore`. */
  all(profileCode: string): Promise<JournalState>;
  /** Replaces everything. */
  restore(profileCode: string, state: JournalState): Promise<void>;
}
