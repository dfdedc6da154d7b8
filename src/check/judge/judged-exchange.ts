import { isUtf8 } from 'node:buffer';
import type { Exchange, Message } from '../../exchange/exchange.ts';
import { headerOf } from '../../exchange/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import { watched } from './redacted-values.ts';

/** An exchange as the judge's input: texts, or already parsed values. */
export interface Observation {
  /** Unique id within its source: the sandbox's request id, or the entry number. */
  id: string;
  /** Order by beginnings and ends: see `Exchange`. */
  began: number;
  ended: number;
  /** Beginning of the request by the service clock, as far as known; epoch milliseconds. */
  at: number;
  /** The limits for `at`; absent for an exact one. */
  earliest?: number | undefined;
  latest?: number | undefined;
  /** The request's documented operation; null without one. */
  operation: OperationId | null;
  method: string;
  /** Approximate memory for the stored exchange; absent if the source does not know it. */
  bytes?: number;
  /** The path below the base URL with the query, as sent. */
  target: string;
  /** Path parameters by name, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** Names and values in turn, as sent. */
  requestHeaders: readonly string[];
  requestBody: ObservedBody;
  /** Null without a response: a time-out, a cut connection, or a client that left. */
  response: ObservedResponse | null;
}

/** The response parts that the judge uses. */
export interface ObservedResponse {
  status: number;
  body: ObservedBody;
  /** The header `Retry-After`; absent without one. */
  retryAfter?: string | undefined;
}

/** A text to parse, a parsed value (with its text if known), or the reason if both are missing. */
export type ObservedBody = { text: string } | { value: unknown; json?: Buffer } | Exclude<BodyKind, 'json'>;

/**
 * A body. `json`: with a value. `none`: no body. `unreadable`: not JSON, or cut off on its way to the client.
 * `unknown`: the recording lacks all or part of it.
 */
export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: Exclude<BodyKind, 'json'> };

export type BodyKind = 'json' | 'none' | 'unreadable' | 'unknown';

/**
 * A client's request and its response, in the judge's form, from any recorder. Queries, headers and bodies are parsed
 * on first use by a check.
 */
export class JudgedExchange {
  readonly id: string;
  began: number;
  readonly ended: number;
  /** Beginning of the request by the service clock; epoch milliseconds. */
  at: number;
  /** The earliest and latest instant for `at`: equal if the source knows the service clock. */
  earliest: number;
  latest: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly request: JudgedRequest;
  /** Null without a response. */
  readonly response: JudgedResponse | null;
  /** True if the recording does not show whether one booking or two equal ones were sent. */
  mayBeTwo = false;
  readonly #search: string;
  #query: [string, string][] | undefined;

  constructor(observed: Observation) {
    const { target, response } = observed;
    const queryAt = target.indexOf('?');
    this.id = observed.id;
    this.began = observed.began;
    this.ended = observed.ended;
    this.at = observed.at;
    this.earliest = observed.earliest ?? observed.at;
    this.latest = observed.latest ?? observed.at;
    this.operation = observed.operation;
    this.method = observed.method;
    this.path = queryAt === -1 ? target : target.slice(0, queryAt);
    this.#search = queryAt === -1 ? '' : target.slice(queryAt + 1);
    this.parameters = watched(observed.parameters, this.path);
    this.bytes = observed.bytes ?? 0;
    this.request = new JudgedRequest(observed.requestHeaders, observed.requestBody);
    this.response = response && new JudgedResponse(response);
  }

  /** Returns the reason if nobody knows whether the request began before an instant of the service; null otherwise. */
  unclearAt(instant: number): string | null {
    return this.earliest < instant && instant <= this.latest ? UNCLEAR : null;
  }

  /** Query names and values, decoded, in order. */
  get query(): readonly (readonly [string, string])[] {
    if (this.#search === '') return NO_QUERY;
    return (this.#query ??= watched([...new URLSearchParams(this.#search)], this.#search));
  }
}

class JudgedRequest {
  readonly #headers: readonly string[];
  #body: ObservedBody | Body;

  constructor(headers: readonly string[], body: ObservedBody) {
    this.#headers = headers;
    this.#body = body;
  }

  /** Returns a header's value by its name in lower case; undefined if it was not sent. */
  header(name: string): string | undefined {
    for (let i = 0; i < this.#headers.length; i += 2) {
      const own = this.#headers[i];
      if (own?.length === name.length && own.toLowerCase() === name) return this.#headers[i + 1];
    }
    return undefined;
  }

  get body(): Body {
    return (this.#body = isTooLarge(this.#body) ? BODIES.unknown : read(this.#body));
  }
}

/** No valid request is larger, and checks examine every part of a body. */
export const MAX_REQUEST_BYTES = 200_000;

function isTooLarge(body: ObservedBody | Body): boolean {
  return typeof body === 'object' && 'text' in body && body.text.length > MAX_REQUEST_BYTES;
}

export class JudgedResponse {
  readonly status: number;
  /** The header `Retry-After`; undefined without one. */
  readonly retryAfter: string | undefined;
  readonly #json: Buffer | undefined;
  /** Undefined once it is released. */
  #body: ObservedBody | Body | undefined;

  constructor({ status, body, retryAfter }: ObservedResponse) {
    this.status = status;
    this.retryAfter = retryAfter;
    this.#json = typeof body === 'object' && 'value' in body ? body.json : undefined;
    this.#body = body;
  }

  get body(): Body {
    const body = read(this.#body ?? { text: this.#json?.toString() ?? '' });
    this.#body = body;
    return body;
  }

  /** Releases the parsed body if its JSON is available. The next check with a use for it parses it again. */
  release(): void {
    if (this.#json !== undefined) this.#body = undefined;
  }
}

/** Returns the request body's JSON value; undefined without one. */
export function sentBody({ request }: JudgedExchange): unknown {
  return request.body.kind === 'json' ? request.body.value : undefined;
}

/** Returns the JSON value in a response body with this status, 200 by default; undefined without one. */
export function receivedBody({ response }: JudgedExchange, status = 200): unknown {
  return response?.status === status && response.body.kind === 'json' ? response.body.value : undefined;
}

function read(body: ObservedBody | Body): Body {
  if (typeof body === 'string') return BODIES[body];
  if ('kind' in body) return body;
  if ('value' in body) return { kind: 'json', value: body.value };
  if (body.text === '') return BODIES.none;
  try {
    return { kind: 'json', value: watched(JSON.parse(body.text) as unknown, body.text) };
  } catch {
    return BODIES.unreadable;
  }
}

/** The observed parts that follow from a recorded exchange alone. */
type Observed = Omit<Observation, 'operation' | 'parameters' | 'target' | 'requestHeaders' | 'bytes'>;

/**
 * Returns a recorded exchange in the judge's form. Sequence numbers give the order if the recording has no instants.
 */
export function observe(exchange: Exchange): Observed {
  const { sequence, overlapped, began = sequence - 1 - overlapped, ended = sequence } = exchange;
  return {
    id: exchange.exchangeId,
    began,
    ended,
    at: exchange.at,
    earliest: exchange.earliest,
    latest: exchange.latest,
    method: exchange.method,
    requestBody: bodyOf(exchange.request),
    response: responseOf(exchange),
  };
}

/** Returns the response; null if the client left or received none. */
export function responseOf({ status, ending, response }: Exchange): Observation['response'] {
  if (status === null || response === null || LOST.has(ending)) return null;
  const body = ending === 'truncated' ? 'unreadable' : bodyOf(response);
  return { status, body, retryAfter: headerOf(response.headers, 'retry-after') };
}

function bodyOf({ body, encoding, bodyBytes, cut }: Message): ObservedBody {
  if (cut) return 'unknown';
  if (body === null || body === '') return bodyBytes > 0 ? 'unknown' : 'none';
  if (encoding !== 'base64') return { text: body };
  const bytes = Buffer.from(body, 'base64');
  return isUtf8(bytes) ? { text: bytes.toString() } : 'unreadable';
}

const UNCLEAR = "the service's clock is known to a part of a second only, and the call came within it";
const LOST = new Set<Exchange['ending']>(['silent', 'reset', 'client-gone']);
const BODIES = {
  none: { kind: 'none' },
  unreadable: { kind: 'unreadable' },
  unknown: { kind: 'unknown' },
} as const satisfies Record<string, Body>;
const NO_QUERY: readonly (readonly [string, string])[] = [];
