import { toIso } from '../../../src/base/clock.ts';
import type { Verdicts } from '../../../src/check/judge/verdicts.ts';
import { verdictsIn } from '../../check/judge/support/verdicts-in.ts';
import type { Recorded } from './recorder.ts';
import type { ClientRun } from './run-client.ts';

/** The verdicts on a run by the HAR file that a tool on the client's side would write. */
export function harVerdictsOf({ exchanges }: ClientRun): Promise<Verdicts> {
  return verdictsIn(harOf(exchanges), new URL(ORIGIN));
}

/** HAR has no order but that of its times: the real time that passed is added to that of the virtual clock. */
function harOf(exchanges: readonly Recorded[]): string {
  const entries = exchanges.toSorted((a, b) => a.exchange.began - b.exchange.began).map(toEntry);
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } });
}

function toEntry({ exchange, request, response, beganMs, endedMs }: Recorded): object {
  const { method, target, headers, body } = request;
  return {
    startedDateTime: toIso(Math.floor(exchange.at + beganMs)),
    time: endedMs - beganMs,
    request: {
      method,
      url: ORIGIN + target,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      ...(body !== undefined && { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
    },
    response: response
      ? { status: response.status, headers: headersOf(response), content: contentOf(response.body) }
      : { status: 0, headers: [], content: { size: 0 }, _error: 'net::ERR_TIMED_OUT' },
  };
}

function headersOf({ retryAfter, requestId }: NonNullable<Recorded['response']>): object[] {
  const headers = Object.entries({ 'Retry-After': retryAfter, 'X-Request-Id': requestId });
  return headers.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** A body that broke off is shown as far as it came. */
function contentOf(body: NonNullable<Recorded['response']>['body']): object {
  const text = typeof body === 'object' && 'text' in body ? body.text : '{"status":';
  return { size: Buffer.byteLength(text), mimeType: 'application/json', text };
}

const ORIGIN = 'https://api.example.com';
