import type { Exchange, Message } from '../../../exchange/exchange.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { OperationId } from '../../../interface/api.ts';

/** An exchange with a response, in the form that contracts check. Secrets are redacted. */
export interface CheckedExchange extends Exchange {
  /** Null for a call outside the service's operations. */
  operationId: OperationId | null;
  status: number;
  response: Message;
  /**
   * Parsed response body, as far as it can be read; undefined if it is not JSON.
   *
   * @hidden in reports, which have the text
   */
  value: unknown;
  /** The body's first fault as JSON or in its encoding, in words; empty or missing without one. */
  fault?: string;
}

/** Returns the called path, without the query. */
export function pathOf({ path }: CheckedExchange): string {
  return path.replace(/\?.*/s, '');
}

/** Returns a call's query parameters. */
export function queryOf({ path }: CheckedExchange): URLSearchParams {
  return new URLSearchParams(path.split('?')[1] ?? '');
}

/** Returns the response body as text. The content type stands for bytes outside UTF-8: `(image/png)`. */
export function textOf({ response: { headers, body, encoding } }: CheckedExchange): string {
  return encoding === 'base64' ? `(${headerOf(headers, 'content-type') ?? 'bytes'})` : (body ?? '');
}
