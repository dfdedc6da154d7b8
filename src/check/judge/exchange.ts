import type { OperationId } from '../../interface/api.ts';

/** One request of a client and what came back, as the judge sees it, whatever recorded it. */
export interface Exchange {
  /** Names it within its source: the request id of the sandbox, or the number of an entry. */
  readonly id: string;
  /**
   * When the request began and when the exchange ended, in one unit of the source's choice that only grows: a response
   * was known to the client when a request began if its `ended` is at most the request's `began`.
   */
  readonly began: number;
  readonly ended: number;
  /** When the request began by the clock of the service, as far as it is known; epoch milliseconds. */
  readonly at: number;
  /** The documented operation that the request was for; null where it missed all of them. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  /** Path parameters by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Names and values of the query, decoded, in their order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** About how much memory it takes as long as it is held; absent where the source does not know. */
  readonly bytes?: number;
  readonly request: RequestMessage;
  /** Null where no response came: a time-out, a cut connection, a client that left. */
  readonly response: ResponseMessage | null;
}

export interface RequestMessage {
  /** The value of a header by its name in lower case; undefined where it was not sent. */
  header(name: string): string | undefined;
  readonly body: Body;
}

export interface ResponseMessage {
  readonly status: number;
  readonly body: Body;
  /** Lets go of the value of the body where its text is there. It is parsed again when a check looks at it. */
  release(): void;
}

/**
 * A body. `json`: it has a value. `none`: there was none. `unreadable`: it is not JSON, or was cut off on its way to
 * the client. `unknown`: the recording does not hold (all of) it.
 */
export type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: Exclude<BodyKind, 'json'> };

export type BodyKind = 'json' | 'none' | 'unreadable' | 'unknown';

/** The JSON value of the body of the request; undefined where there is none. */
export function sentBody({ request }: Exchange): unknown {
  return request.body.kind === 'json' ? request.body.value : undefined;
}

/** The JSON value of the body of a response with this status, 200 by default; undefined where there is none. */
export function receivedBody({ response }: Exchange, status = 200): unknown {
  return response?.status === status && response.body.kind === 'json' ? response.body.value : undefined;
}

/** Whether the response got lost: none came, or one that the client could not read. The outcome stays open. */
export function isLost({ response }: Exchange): boolean {
  return response === null || (response.status === 200 && ['unreadable', 'none'].includes(response.body.kind));
}
