import { asCurl } from '../../../exchange/as-curl.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { Count, Milliseconds } from '../../report/quantities.ts';

/** An exchange as contracts check it and as the report of verify shows it, without secret keys. */
export interface CheckedExchange {
  /** Null for a call that is not an operation of the service. */
  operationId: OperationId | null;
  request: {
    method: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string | null;
  };
  response: {
    status: Count;
    headers: Readonly<Record<string, string>>;
    text: string;
    /**
     * The parsed body; undefined if it is not JSON.
     *
     * @hidden in reports, which have the text
     */
    body: unknown;
  };
  durationMs: Milliseconds;
}

/** A curl line that sends the request again, with the secret in the variable TAXIWAY_SECRET. */
export function exchangeAsCurl({ request }: CheckedExchange): string {
  const { origin, pathname, search } = new URL(request.url);
  return asCurl(
    {
      exchangeId: 'the call',
      method: request.method,
      path: pathname + search,
      request: {
        headers: Object.entries(request.headers).map(([name, value]) => [name, leaveToVariable(name, value)]),
        body: request.body,
        encoding: 'utf-8',
        cut: false,
        bodyBytes: Buffer.byteLength(request.body ?? ''),
      },
    },
    origin,
  );
}

/** The redacted secret in the form of the journal, for which asCurl puts the variable. */
function leaveToVariable(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' ? value.replace('sk_…', '…') : value;
}
