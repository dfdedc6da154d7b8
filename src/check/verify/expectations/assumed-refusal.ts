import type { CheckedExchange } from '../http/exchange.ts';
import { bookingStatus, describeOutcome, errorCode } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';

/**
 * Warns about an assumption unless a refusal has the assumed status, and the assumed code if there is one. With 200,
 * the booking result is `failed`.
 */
export function warnUnlessRefusedWith(
  trial: Trial,
  assumption: string,
  exchange: CheckedExchange,
  status: number,
  code?: string,
): void {
  const failed = status !== 200 || bookingStatus(exchange) === 'failed';
  const sameCode = code === undefined || errorCode(exchange) === code;
  if (exchange.status === status && failed && sameCode) return;
  const words = [
    `${status}`,
    status === 200 && 'with status failed',
    code !== undefined && `with the code ${code}`,
  ].filter(Boolean);
  trial.warn(assumption, { expected: words.join(' '), actual: describeOutcome(exchange), pointer: null, exchange });
}
