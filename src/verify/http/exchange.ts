import type { OperationId } from '../../api.ts';
import { asCurl } from '../../journal/as-curl.ts';

/** One call and its answer. Secret keys are blotted out before anybody sees it. */
export interface Exchange {
  /** Null for a call that is no operation of the service. */
  operationId: OperationId | null;
  request: {
    method: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string | null;
  };
  response: {
    status: number;
    headers: Readonly<Record<string, string>>;
    text: string;
    /** The body as JSON; undefined when it is none. */
    body: unknown;
  };
  durationMs: number;
}

/** A curl line that makes the call again, with the secret left to the variable TAXIWAY_SECRET. */
export function exchangeAsCurl({ request }: Exchange): string {
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

/** The blotted secret as the journal shows it, which is not taken for one that cannot be told. */
function leaveToVariable(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' ? value.replace('sk_…', '…') : value;
}
