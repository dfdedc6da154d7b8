import type { Selected } from '../../../base/values/select.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { describeOutcome, isAccepted, isRefused } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';
import { CallOrderEnded, ContractViolation } from '../verdict.ts';

/**
 * Expects a success, and for a booking or a change another status than `failed`. `call` names the call. Throws
 * ContractViolation otherwise.
 */
export function expectAccepted(exchange: CheckedExchange, call = 'the call'): void {
  if (!isAccepted(exchange)) fail(exchange, `${call} to be accepted`, describeOutcome(exchange));
}

/**
 * Expects a refusal: a 4xx, or a booking result with the status failed. `call` names the call. Throws ContractViolation
 * otherwise.
 */
export function expectRefused(exchange: CheckedExchange, call = 'the call'): void {
  if (!isRefused(exchange)) fail(exchange, `${call} to be refused`, describeOutcome(exchange));
}

/**
 * Makes an invalid call several times in a row, because a service may accept every n-th one. Returns the first refusal.
 * Throws ContractViolation for the first response rejected by `expectation`.
 */
export async function expectAlwaysRefused(
  call: string,
  make: () => Promise<CheckedExchange>,
  expectation: (exchange: CheckedExchange, call: string) => void = expectRefused,
): Promise<CheckedExchange> {
  const first = await make();
  const made = [first];
  expectOfEach(made, (exchange) => expectation(exchange, call));
  while (made.length < TRIES) {
    made.push(await make());
    expectOfEach(made, (exchange) => expectation(exchange, call));
  }
  return first;
}

/** Number of tries: enough to find a service that is wrong at least every fifth time. */
export const TRIES = 5;

/** Expects this status, or one in the list. Throws ContractViolation otherwise. */
export function expectStatus(exchange: CheckedExchange, ...statuses: readonly number[]): void {
  if (!statuses.includes(exchange.status)) fail(exchange, `status ${statuses.join(' or ')}`, describeOutcome(exchange));
}

/**
 * Expects this status from a call under a scenario. Throws ContractViolation, or PreconditionNotMet if the target also
 * refuses the call without the scenario, made by `plain`.
 */
export async function expectStatusUnder(
  trial: Pick<Trial, 'requireSetup'>,
  exchange: CheckedExchange,
  status: number,
  plain: () => Promise<CheckedExchange>,
): Promise<void> {
  if (isRefused(exchange)) {
    const control = await plain();
    trial.requireSetup(control, 'the same call is refused without the scenario too', isAccepted(control));
  }
  expectStatus(exchange, status);
}

/**
 * Expects every value found by the pattern to pass `fits`; `expected` describes it. Throws ContractViolation for the
 * first wrong value, CallOrderEnded if the pattern finds nothing.
 */
export function expectEvery(
  exchanges: CheckedExchange | readonly CheckedExchange[],
  pattern: string,
  expected: string,
  fits: (value: unknown, at: Selected & { exchange: CheckedExchange }) => boolean,
): void {
  const all = [exchanges].flat();
  if (all.every(({ value }) => select(value, pattern).length === 0)) throw nothingAt(all, pattern);
  expectOfEach(all, (exchange) => {
    const wrong = select(exchange.value, pattern).find((found) => !fits(found.value, { ...found, exchange }));
    if (wrong) fail(exchange, expected, show(wrong.value), wrong.pointer);
  });
}

/**
 * Expects every exchange to meet `expectation`. Throws the ContractViolation for the first wrong one. If only some are
 * wrong, the error counts them and names a right one.
 */
export function expectOfEach<One extends CheckedExchange>(
  exchanges: readonly One[],
  expectation: (exchange: One) => void,
): void {
  const wrong = new Map(
    exchanges.flatMap((exchange) => {
      const violation = violationOf(() => expectation(exchange));
      return violation ? [[exchange, violation] as const] : [];
    }),
  );
  const [first] = wrong.values();
  if (!first) return;
  const actual = first.deviation.actual + shareOf([...wrong.keys()], exchanges);
  throw new ContractViolation({ ...first.deviation, actual }, first.rules);
}

function violationOf(expectation: () => void): ContractViolation | null {
  try {
    expectation();
    return null;
  } catch (error) {
    if (error instanceof ContractViolation) return error;
    throw error;
  }
}

/** Returns `, in 3 of 15 responses; call 12 is as expected`, or nothing if all are wrong. */
export function shareOf(wrong: readonly (CheckedExchange | null)[], all: readonly CheckedExchange[]): string {
  const right = all.find((exchange) => !wrong.includes(exchange));
  return right ? `, in ${new Set(wrong).size} of ${all.length} responses; ${right.exchangeId} is as expected` : '';
}

/** Returns the error for a pattern that finds nothing. Without offers, all patterns for offers have the same words. */
export function nothingAt(exchanges: readonly CheckedExchange[], pattern: string): CallOrderEnded {
  const offers = exchanges.flatMap(({ value }) => select(value, '/offers/*'));
  const isWithoutOffers = pattern.startsWith('/offers/*') && offers.length === 0;
  return new CallOrderEnded(
    isWithoutOffers
      ? 'no search returned an offer to look at; choose other searches with --route and --departure-date'
      : `no response had anything at ${pattern}`,
  );
}

/** Reports a deviation: always throws ContractViolation. `exchange` is null if no single response shows it. */
export function fail(
  exchange: CheckedExchange | null,
  expected: string,
  actual: string,
  pointer: string | null = null,
): never {
  throw new ContractViolation({ expected, actual, pointer, exchange });
}
