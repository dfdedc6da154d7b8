import { isRecord } from '../../base/values/kinds.ts';
import type { JudgedExchange } from './judged-exchange.ts';

/** Reason for a request with an unknown result. */
type Doubt = 'bad gateway' | 'server error' | 'lost';

/**
 * Returns the reason if a response does not show its request's result; null if it does. Judge and exam share this
 * definition. For the 502 it comes from §4.3; the rest are assumptions.
 */
function doubtOf({ response }: Pick<JudgedExchange, 'response'>): Doubt | null {
  if (response === null) return 'lost';
  const { status, body } = response;
  if (status === 502) return 'bad gateway';
  if (SERVER_ERRORS.includes(status)) return 'server error';
  if (status < 200 || status > 299 || body.kind === 'unknown') return null;
  return body.kind === 'json' && isRecord(body.value) ? null : 'lost';
}

/** True if nobody knows a request's result. */
export function isInDoubt(exchange: Pick<JudgedExchange, 'response'>): boolean {
  return doubtOf(exchange) !== null;
}

/** Returns the assumption behind a finding about a transfer in doubt; none after a 502. */
export function assumptionFor(exchange: JudgedExchange): { assumption?: string } {
  const doubt = doubtOf(exchange);
  return doubt === null || doubt === 'bad gateway' ? {} : { assumption: ASSUMPTIONS[doubt] };
}

/** Returns the reason for the doubt as the end of a sentence, as in `got a 502`. */
export function describeDoubt({ response }: JudgedExchange): string {
  if (response === null) return 'got no response';
  return response.status < 300 ? 'got a response that cannot be read' : `got a ${response.status}`;
}

/**
 * True if two requests overlapped. The service may notice late that a client has left, so the first request needs a
 * response.
 */
export function areInFlightTogether(one: JudgedExchange, other: JudgedExchange): boolean {
  const [first, second] = one.began <= other.began ? [one, other] : [other, one];
  return first.response !== null && second.began < first.ended;
}

const SERVER_ERRORS: readonly number[] = [500, 503, 504];
const ASSUMPTIONS = { 'server error': 'conduct.server-error', lost: 'conduct.lost-transfer' } as const;
