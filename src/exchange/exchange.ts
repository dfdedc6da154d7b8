/**
 * One request and its response, as every tool records it: plain JSON without secrets. A field is absent if its source
 * does not know it.
 */
export interface Exchange {
  /** A sandbox's request id, or the place in a recording: `entry 12`. */
  exchangeId: string;
  /** Sequence number in the profile, or in the recording, from 1. */
  sequence: number;
  /** Beginning of the request by the service's or the profile's clock, epoch milliseconds. */
  at: number;
  /** The limits for `at` if an observer estimated it; absent for an exact one. */
  earliest?: number;
  latest?: number;
  /** Beginning by the machine's clock, epoch milliseconds; null for an imported exchange. */
  realTime: number | null;
  /** Duration in real time, milliseconds; null for an imported exchange. */
  durationMs: number | null;
  /** Number of the profile's exchanges that ended between its beginning and its end. */
  overlapped: number;
  /**
   * Its beginning and end, in any increasing unit of the source: a client knew a response when a request
   * began if its `ended` is at most the request's `began`. Absent if the sequence numbers define the order.
   */
  began?: number;
  ended?: number;
  /** True if `began` and `ended` come from several clocks, or from an outside observer. */
  isRough?: boolean;
  /** True if an outside observer recorded it, so that its times are less exact. */
  isForeign?: boolean;
  /**
   * False for a call without valid credentials: anyone can have made it. Absent if its source is not a sandbox; only a
   * sandbox also knows whether an address has an operation.
   */
  authenticated?: boolean;
  /** Null if the recorder knows no operation with this method and path. */
  operationId: string | null;
  /** The operation as scenarios spell it. */
  operation?: string;
  /** Empty for a request that is not HTTP. */
  method: string;
  /** With the query, as the client sent it. */
  path: string;
  /** Scheme, host and port; absent in a sandbox's journal, because it has only one service. */
  server?: string;
  /** The sender; a client if it is absent. */
  origin?: Origin;
  /** The service's base URL; otherwise paths and headers show it. */
  base?: string;
  /** Reason why it cannot be judged as a call to the service, as in `has no startedDateTime`; absent if it can. */
  fault?: string;
  /** The profile; otherwise a header names it. */
  profileCode?: string;
  /** Null if no response began. */
  status: number | null;
  statusText?: string;
  /** `unreachable`: a recorder's upstream sent no response, or none could be asked. */
  ending: Ending | 'unreachable';
  /** Reason why the client received no complete response; empty if it did. */
  reason?: string;
  outcome?: Outcome;
  /** Reason for the refusal in the service's words; absent if the call was not refused. */
  problem?: string;
  /** The canonical names of the scenarios that acted, `none` if only idle ones were selected; null for none. */
  scenario: string | null;
  /** The selection's source. */
  scenarioFrom: string | null;
  /** Selected scenarios that did not act; absent if there are none. */
  idle?: IdleScenario[];
  request: Message;
  /** The response as the client saw it; null if no response began. */
  response: Message | null;
  /** The response from a recorder's upstream, before any scenario; null for no response. */
  served?: { status: number; statusText?: string; message: Message } | null;
}

/** Profile code for calls that name no profile. */
export const NOBODY = 'nobody';

/** Reason why a source may lack responses that its clients have seen. */
export const GAP = 'the recording may have begun after the client';

const ORIGINS = ['client', 'console', 'reference'] as const;
/** A call's sender: a client, or a sandbox page with its own key. Verdicts on a client ignore calls from pages. */
export type Origin = (typeof ORIGINS)[number];

/** Reads the sender in a file; any value except a page's name means a client. */
export function readOrigin(value: unknown): Origin {
  return ORIGINS.find((origin) => origin === value) ?? 'client';
}

/** True for a call from a sandbox page. */
export function isOfPage({ origin = 'client' }: { origin?: Origin }): boolean {
  return origin !== 'client';
}

/** A selected scenario without an effect, and the reason. */
export interface IdleScenario {
  name: string;
  /**
   * `refused`: the service refused the request by itself. `overtaken`: another scenario ended it. `no-effect`: the
   * scenario changes nothing in this request. `chance`: its chance decided so. `client-gone`: the client left before.
   */
  reason: 'refused' | 'overtaken' | 'no-effect' | 'chance' | 'client-gone';
}

/** Headers and body, for a request or a response. */
export interface Message {
  /** In their original order, including repeated ones. */
  headers: Header[];
  /** Null for no body, and for a body refused unread or not recorded. */
  body: string | null;
  /** Encoding in `body`: base64 when the bytes are not UTF-8. */
  encoding: 'utf-8' | 'base64';
  /** Length of the body as sent, before it was cut. */
  bodyBytes: number;
  /** True if `body` is not the whole body. */
  cut: boolean;
}

export type Header = [name: string, value: string];

/** An exchange's ending: `answered`, or the fault that the client saw instead of a complete response. */
export type Ending = 'answered' | 'truncated' | 'silent' | 'reset' | 'client-gone';

/** A response's meaning for the client, in short: `{ kind: 'failed', text: '200 failed: supplier_rejected' }`. */
export interface Outcome {
  kind: OutcomeKind;
  text: string;
}

/**
 * `ok`; `pending` and `failed` by the body of a success; `refused` with 4xx, `error` with 5xx or an unreadable body;
 * `lost` if the client got no whole response.
 */
export type OutcomeKind = 'ok' | 'pending' | 'failed' | 'refused' | 'error' | 'lost';

/** Returns a header value by its name in lower case; undefined if it is missing. */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([own]) => own.length === name.length && own.toLowerCase() === name)?.[1];
}

/**
 * Returns a request marked as incomplete if its headers show a body that was not read. A service that refuses
 * immediately reads no body, and a client can leave before the body ends.
 */
export function withoutUnread(request: Message): Message {
  const hasLength = Number(headerOf(request.headers, 'content-length') ?? 0) > 0;
  const isUnread =
    request.bodyBytes === 0 && (hasLength || headerOf(request.headers, 'transfer-encoding') !== undefined);
  return isUnread ? { ...request, cut: true } : request;
}

/** Returns the upstream's response if the client saw something else: a recorder stores it too. */
export function unseenOf({ served, response }: Exchange): Pick<Exchange, 'served'> {
  return served && served.message !== response ? { served } : {};
}

/** Pairs alternating header names and values. */
export function inPairs(headers: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? '']);
  return pairs;
}

/** Placeholder for a header value that a recording may have left out. */
export const LEFT_OUT = '… left out';
