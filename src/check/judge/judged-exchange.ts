import type { OperationId } from '../../interface/api.ts';
import type { Body, Exchange, RequestMessage, ResponseMessage } from './exchange.ts';

/** An exchange as a source hands it over: texts, or values where it has them. */
export interface Observation {
  id: string;
  began: number;
  ended: number;
  at: number;
  operation: OperationId | null;
  method: string;
  /** See `Exchange`. */
  bytes?: number;
  /** The path below the base URL with the query, as it was sent. */
  target: string;
  /** Path parameters by name, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** Names and values alternate, as they were sent. */
  requestHeaders: readonly string[];
  requestBody: ObservedBody;
  /** Null where no response came. */
  response: { status: number; body: ObservedBody } | null;
}

/** A text to be parsed, a value that was parsed already and perhaps its text, or why there is neither. */
export type ObservedBody = { text: string } | { value: unknown; json?: string } | 'none' | 'unreadable' | 'unknown';

/** An observation as an exchange: queries, headers and bodies are read when a check looks at them. */
export class ObservedExchange implements Exchange {
  readonly id: string;
  began: number;
  readonly ended: number;
  readonly at: number;
  readonly operation: OperationId | null;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly request: RequestMessage;
  readonly response: ResponseMessage | null;
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
    this.parameters = observed.parameters;
    this.bytes = observed.bytes ?? 0;
    this.request = new ObservedRequest(observed.requestHeaders, observed.requestBody);
    this.response = response && new ObservedResponse(response.status, response.body);
  }

  get query(): readonly (readonly [string, string])[] {
    if (this.#search === '') return NO_QUERY;
    return (this.#query ??= [...new URLSearchParams(this.#search)]);
  }
}

class ObservedRequest implements RequestMessage {
  readonly #headers: readonly string[];
  #body: ObservedBody | Body;

  constructor(headers: readonly string[], body: ObservedBody) {
    this.#headers = headers;
    this.#body = body;
  }

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

class ObservedResponse implements ResponseMessage {
  readonly status: number;
  readonly #text: string | undefined;
  #body: ObservedBody | Body;

  constructor(status: number, body: ObservedBody) {
    this.status = status;
    this.#text = typeof body === 'object' && 'value' in body ? body.json : undefined;
    this.#body = body;
  }

  get body(): Body {
    return (this.#body = read(this.#body));
  }

  release(): void {
    if (this.#text !== undefined) this.#body = { text: this.#text };
  }
}

function read(body: ObservedBody | Body): Body {
  if (typeof body === 'string') return BODIES[body];
  if ('kind' in body) return body;
  if ('value' in body) return { kind: 'json', value: body.value };
  if (body.text === '') return BODIES.none;
  try {
    return { kind: 'json', value: JSON.parse(body.text) };
  } catch {
    return BODIES.unreadable;
  }
}

const BODIES = {
  none: { kind: 'none' },
  unreadable: { kind: 'unreadable' },
  unknown: { kind: 'unknown' },
} as const satisfies Record<string, Body>;
const NO_QUERY: readonly (readonly [string, string])[] = [];
