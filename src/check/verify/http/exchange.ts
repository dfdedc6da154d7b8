import type { Exchange, Message } from '../../../exchange/exchange.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { OperationId } from '../../../interface/api.ts';

/** An exchange with a response, as contracts check it. Secrets are redacted. */
export interface CheckedExchange extends Exchange {
  /** Null for a call that is not an operation of the service. */
  operationId: OperationId | null;
  status: number;
  response: Message;
  /**
   * The parsed body of the response; undefined if it is not JSON.
   *
   * @hidden in reports, which have the text
   */
  value: unknown;
}

/** The path that was called, without the query. */
export function pathOf({ path }: CheckedExchange): string {
  return path.replace(/\?.*/s, '');
}

/** The body of the response as text. Bytes that are not UTF-8 are named by their content type: `(image/png)`. */
export function textOf({ response: { headers, body, encoding } }: CheckedExchange): string {
  return encoding === 'base64' ? `(${headerOf(headers, 'content-type') ?? 'bytes'})` : (body ?? '');
}
