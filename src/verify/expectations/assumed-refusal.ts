import type { Exchange } from '../http/exchange.ts';
import { bookingStatus, describeOutcome } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';

/** Warns of an assumption about refusals unless this one has the status, and the code where one is given, that it assumes. With 200, the booking result is `failed`. */
export function warnUnlessRefusedWith(
  trial: Trial,
  assumption: string,
  exchange: Exchange,
  status: number,
  code?: string,
): void {
  const { response } = exchange;
  const { code: own, error } = (typeof response.body === 'object' && response.body !== null ? response.body : {}) as {
    code?: unknown;
    error?: { code?: unknown } | null;
  };
  const failed = status !== 200 || bookingStatus(exchange) === 'failed';
  if (response.status === status && failed && (code === undefined || (own ?? error?.code) === code)) return;
  const words = [
    `${status}`,
    status === 200 && 'with status failed',
    code !== undefined && `with the code ${code}`,
  ].filter(Boolean);
  trial.warn(assumption, { expected: words.join(' '), actual: describeOutcome(exchange), pointer: null, exchange });
}
