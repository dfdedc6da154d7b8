import type { ObservedBody } from '../../../../src/check/judge/judged-exchange.ts';
import { JudgedExchange } from '../../../../src/check/judge/judged-exchange.ts';
import type { OperationId } from '../../../../src/interface/api.ts';

/** Properties of an exchange that a test sets; the rest is ordinary. */
export interface Sketch {
  operation: OperationId | null;
  method?: string;
  target?: string;
  parameters?: Record<string, string>;
  /** Names and values alternate; by default those of an ordinary JSON request. */
  headers?: readonly string[];
  sent?: unknown;
  /** In place of `sent`, where it is not JSON. */
  sentBody?: ObservedBody;
  /** Null for no response. */
  status?: number | null;
  received?: unknown;
  body?: ObservedBody;
  /** Begins while the exchange before it is still on its way. */
  overlaps?: boolean;
  /** Times for another order; without them each exchange begins at the end of the previous one. */
  began?: number;
  ended?: number;
  at?: number;
  /** About how much memory it takes. */
  bytes?: number;
}

export const ORDINARY_HEADERS = [
  ['Authorization', 'Bearer sk_a'],
  ['X-Service-Id', 'pk_a:dp_a'],
  ['Content-Type', 'application/json'],
].flat();

/** Makes exchanges one after the other, a second apart. */
export function sketches(start = Date.parse('2027-01-10T12:00:00Z')): (sketch: Sketch) => JudgedExchange {
  let count = 0;
  return ({
    operation,
    target = '/',
    parameters = {},
    headers = ORDINARY_HEADERS,
    method = 'POST',
    sent,
    sentBody,
    status = 200,
    received,
    body,
    ...when
  }) => {
    count++;
    return new JudgedExchange({
      id: `x${count}`,
      ...(when.bytes !== undefined && { bytes: when.bytes }),
      began: when.began ?? (when.overlaps ? count - 2 : count - 1),
      ended: when.ended ?? Math.max(count, when.began ?? 0),
      at: when.at ?? start + count * 1000,
      operation,
      method,
      target,
      parameters,
      requestHeaders: headers,
      requestBody: sentBody ?? (sent === undefined ? 'none' : { value: sent }),
      response:
        status === null ? null : { status, body: body ?? (received === undefined ? 'none' : { value: received }) },
    });
  };
}
