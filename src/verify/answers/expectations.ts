import type { OperationId } from '../../api.ts';
import type { Exchange } from '../http/exchange.ts';
import { ContractViolation, PreconditionNotMet } from '../verdict.ts';
import { select } from './select.ts';
import type { Selected } from './select.ts';
import { show } from './show.ts';

/** The answer is a success: 200, and for a booking or a change not `failed`. `call` says what it was. Throws Broken. */
export function expectAccepted(exchange: Exchange, call = 'the call'): void {
  if (isAccepted(exchange)) return;
  throw new ContractViolation({
    expected: `${call} to be accepted (200)`,
    actual: describeOutcome(exchange),
    pointer: null,
    exchange,
  });
}

/** The answer refuses the call: a 4xx, or a booking result with the status failed. `call` says what it was. Throws Broken. */
export function expectRefused(exchange: Exchange, call = 'the call'): void {
  if (isRefused(exchange)) return;
  throw new ContractViolation({
    expected: `${call} to be refused`,
    actual: describeOutcome(exchange),
    pointer: null,
    exchange,
  });
}

/** The answer has this status, or one of these. Throws Broken. */
export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  if (statuses.includes(exchange.response.status)) return;
  throw new ContractViolation({
    expected: `status ${statuses.join(' or ')}`,
    actual: describeOutcome(exchange),
    pointer: null,
    exchange,
  });
}

/**
 * Every value that the pattern finds is as `fits` says; `expected` says it in words. Throws Broken for the first that
 * is not, Unmet where the pattern finds nothing to look at.
 */
export function expectEvery(
  exchanges: Exchange | readonly Exchange[],
  pattern: string,
  expected: string,
  fits: (value: unknown, at: Selected & { exchange: Exchange }) => boolean,
): void {
  let seen = 0;
  for (const exchange of [exchanges].flat() as Exchange[]) {
    for (const found of select(exchange.response.body, pattern)) {
      seen++;
      if (!fits(found.value, { ...found, exchange }))
        throw new ContractViolation({ expected, actual: show(found.value), pointer: found.pointer, exchange });
    }
  }
  if (seen === 0) throw new PreconditionNotMet(`no answer had anything at ${pattern}`);
}

/** `expected` does not hold for a value that has no answer of its own, or for several together. Always throws Broken. */
export function fail(
  exchange: Exchange | null,
  expected: string,
  actual: string,
  pointer: string | null = null,
): never {
  throw new ContractViolation({ expected, actual, pointer, exchange });
}

export function isAccepted(exchange: Exchange): boolean {
  return exchange.response.status === 200 && bookingStatus(exchange) !== 'failed';
}

/** A service that breaks down over a call (5xx) has not refused it. */
export function isRefused(exchange: Exchange): boolean {
  const { status } = exchange.response;
  return (status >= 400 && status < 500) || (status === 200 && bookingStatus(exchange) === 'failed');
}

/** The `status` of a booking result; undefined for any other answer. */
export function bookingStatus({ operationId, response }: Exchange): unknown {
  if (!operationId || !BOOKING_RESULTS.includes(operationId)) return undefined;
  return (response.body as { status?: unknown } | null | undefined)?.status;
}

/** `400 offer_expired: …`, `200 with status failed: …`, in one line. */
export function describeOutcome(exchange: Exchange): string {
  const { status, body, text } = exchange.response;
  const { code, message, error } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    message?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  const booking = bookingStatus(exchange);
  const said = [code ?? error?.code, [message].flat()[0] ?? error?.message]
    .filter((part) => typeof part === 'string')
    .join(': ');
  const words = `${status}${booking === undefined ? '' : ` with status ${show(booking)}`}${said && ` ${said}`}`;
  return body === undefined && text !== ''
    ? `${words} with a body that is no JSON: ${text.slice(0, 80)}`
    : words.slice(0, 300);
}

const BOOKING_RESULTS: readonly OperationId[] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];
