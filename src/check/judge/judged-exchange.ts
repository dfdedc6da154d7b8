import { isUtf8 } from 'node:buffer';
import type { Exchange, Message } from '../../exchange/exchange.ts';
import { headerOf } from '../../exchange/exchange.ts';
import type { OperationId } from '../../interface/api.ts';
import { watched } from './redacted-values.ts';

/** An exchange as a source hands it over to the judge: texts, or values where it has them. */
export interface Observation {
  /** Names it within its source: the request id of the sandbox, or the number of an entry. */
  id: string;
  /** The order of beginnings and ends: see `Exchange`. */
  began: number;
  ended: number;
  /** When the request began by the clock of the service, as far as it is known; epoch milliseconds. */
  at: number;
  /** The documented operation that the request was for; null where it missed all of them. */
  operation: OperationId | null;
  method: string;
  /** About how much memory it takes as long as it is held; absent where the source does not know. */
  bytes?: number;
  /** The path below the base URL with the query, as it was sent. */
  target: string;
  /** Path parameters by name, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** Names and values alternate, as they were sent. */
  requestHeaders: readonly string[];
  requestBody: ObservedBody;
  /** Null where no response came: a time-out, a cut connection, a client that left. */
  response: ObservedResponse | null;
}

/** A response as far as the judge looks at it. */
export interface ObservedResponse {
  status: number;
  body: ObservedBody;
  /** The header `Retry-After`; absent where there is none. */
  retryAfter?: string | undefined;
}

/** A text to be parsed, a value that was parsed already and perhaps its text, or why there is neither. */
export type ObservedBody = { text: string } | { value: unknown; json?: string } | Exclude<BodyKind, 'json'>;

/**
 * A body. `json`: it has a value. `none`: there was none. `unreadable`: it is not JSON, or was cut off on its way to
 * the client. `unknown`: the recording does not hold (all of) it.
 */
export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: Exclude<BodyKind, 'json'> };

export type BodyKind = 'json' | 'none' | 'unreadable' | 'unknown';

/**
 * One request of a client and what came back, as the judge sees it, whatever recorded it. Queries, headers and bodies
 * are read when a check looks at them.
 */
export class JudgedExchange {
  readonly id: string;
  began: number;
  readonly ended: number;
  readonly at: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly request: JudgedRequest;
  /** Null where no response came. */
  readonly response: JudgedResponse | null;
  readonly #search: string;
  #query: [string, string][] | undefined;

  constructor(observed: Observation) {
    const { target, response } = observed;
    const queryAt = target.indexOf('?');
    this.id = observed.id;
    this.began = observed.began;
    this.ended = observed.ended;
    this.at = observed.at;
    this.operation = observed.operation;
    this.method = observed.method;
    this.path = queryAt === -1 ? target : target.slice(0, queryAt);
    this.#search = queryAt === -1 ? '' : target.slice(queryAt + 1);
    this.parameters = watched(observed.parameters, this.path);
    this.bytes = observed.bytes ?? 0;
    this.request = new JudgedRequest(observed.requestHeaders, observed.requestBody);
    this.response = response && new JudgedResponse(response);
  }

  /** Names and values of the query, decoded, in their order. */
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

  /** The value of a header by its name in lower case; undefined where it was not sent. */
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

/** No request of the interface needs as much, and checks look at every part of one. */
export const MAX_REQUEST_BYTES = 200_000;

function isTooLarge(body: ObservedBody | Body): boolean {
  return typeof body === 'object' && 'text' in body && body.text.length > MAX_REQUEST_BYTES;
}

export class JudgedResponse {
  readonly status: number;
  /** The header `Retry-After`; undefined where there is none. */
  readonly retryAfter: string | undefined;
  readonly #text: string | undefined;
  #body: ObservedBody | Body;

  constructor({ status, body, retryAfter }: ObservedResponse) {
    this.status = status;
    this.retryAfter = retryAfter;
    this.#text = typeof body === 'object' && 'value' in body ? body.json : undefined;
    this.#body = body;
  }

  get body(): Body {
    return (this.#body = read(this.#body));
  }

  /** Lets go of the value of the body where its text is there. It is parsed again when a check looks at it. */
  release(): void {
    if (this.#text !== undefined) this.#body = { text: this.#text };
  }
}

/** The JSON value of the body of the request; undefined where there is none. */
export function sentBody({ request }: JudgedExchange): unknown {
  return request.body.kind === 'json' ? request.body.value : undefined;
}

/** The JSON value of the body of a response with this status, 200 by default; undefined where there is none. */
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

/** The part of an observation that follows from a recorded exchange alone. */
type Observed = Omit<Observation, 'operation' | 'parameters' | 'target' | 'requestHeaders' | 'bytes'>;

/** A recorded exchange as the judge sees it. Sequence numbers give the order where the recording has no instants. */
export function observe(exchange: Exchange): Observed {
  const { sequence, overlapped, began = sequence - 1 - overlapped, ended = sequence } = exchange;
  return {
    id: exchange.exchangeId,
    began,
    ended,
    at: exchange.at,
    method: exchange.method,
    requestBody: bodyOf(exchange.request),
    response: responseOf(exchange),
  };
}

/** A client that left, or one that was left without a response, saw none. */
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

const LOST = new Set<Exchange['ending']>(['silent', 'reset', 'client-gone']);
const BODIES = {
  none: { kind: 'none' },
  unreadable: { kind: 'unreadable' },
  unknown: { kind: 'unknown' },
} as const satisfies Record<string, Body>;
const NO_QUERY: readonly (readonly [string, string])[] = [];
