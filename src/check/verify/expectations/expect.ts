import type { Selected } from '../../../base/values/select.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { describeOutcome, isAccepted, isRefused } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';
import { ContractViolation, PreconditionNotMet } from '../verdict.ts';

/**
 * The response is a success, and for a booking or a change not `failed`. `call` names the call. Throws
 * ContractViolation.
 */
export function expectAccepted(exchange: CheckedExchange, call = 'the call'): void {
  if (!isAccepted(exchange)) fail(exchange, `${call} to be accepted`, describeOutcome(exchange));
}

/**
 * The response is a refusal: a 4xx, or a booking result with the status failed. `call` names the call. Throws
 * ContractViolation.
 */
export function expectRefused(exchange: CheckedExchange, call = 'the call'): void {
  if (!isRefused(exchange)) fail(exchange, `${call} to be refused`, describeOutcome(exchange));
}

/**
 * Makes a call that has to be refused several times in a row: a service may accept every n-th one. Returns the first
 * refusal. Throws ContractViolation for the first response that `expectation` rejects.
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

/** How often the same thing is tried: it shows a service that is wrong every fifth time, or more often. */
export const TRIES = 5;

/** The response has this status, or one of these. Throws ContractViolation. */
export function expectStatus(exchange: CheckedExchange, ...statuses: readonly number[]): void {
  if (!statuses.includes(exchange.status)) fail(exchange, `status ${statuses.join(' or ')}`, describeOutcome(exchange));
}

/**
 * The response of a call under a scenario has this status. A call that is refused without the scenario too is refused
 * for a reason of its own: `plain` makes it. Throws ContractViolation, or PreconditionNotMet for such a call.
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
 * Every value that the pattern finds passes `fits`; `expected` describes it. Throws ContractViolation for the first
 * that does not, PreconditionNotMet where the pattern finds nothing.
 */
export function expectEvery(
  exchanges: CheckedExchange | readonly CheckedExchange[],
  pattern: string,
  expected: string,
  fits: (value: unknown, at: Selected & { exchange: CheckedExchange }) => boolean,
): void {
  const all = [exchanges].flat();
  if (all.every(({ value }) => select(value, pattern).length === 0))
    throw new PreconditionNotMet(whyNothingAt(all, pattern));
  expectOfEach(all, (exchange) => {
    const wrong = select(exchange.value, pattern).find((found) => !fits(found.value, { ...found, exchange }));
    if (wrong) fail(exchange, expected, show(wrong.value), wrong.pointer);
  });
}

/**
 * Every one of these exchanges meets `expectation`, which throws ContractViolation if not. Throws that of the first
 * that does not; for some of them only, it says how many, and names one that does.
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

/** `, in 3 of 15 responses; call 12 is as expected`; nothing where all are wrong. */
export function shareOf(wrong: readonly (CheckedExchange | null)[], all: readonly CheckedExchange[]): string {
  const right = all.find((exchange) => !wrong.includes(exchange));
  return right ? `, in ${new Set(wrong).size} of ${all.length} responses; ${right.exchangeId} is as expected` : '';
}

/** Why a pattern finds nothing: for all that is about offers, the same words where there are none. */
export function whyNothingAt(exchanges: readonly CheckedExchange[], pattern: string): string {
  const offers = exchanges.flatMap(({ value }) => select(value, '/offers/*'));
  if (pattern.startsWith('/offers/*') && offers.length === 0) return 'no search returned an offer to look at';
  return `no response had anything at ${pattern}`;
}

/** Reports a deviation: always throws ContractViolation. `exchange` is null where no single response shows it. */
export function fail(
  exchange: CheckedExchange | null,
  expected: string,
  actual: string,
  pointer: string | null = null,
): never {
  throw new ContractViolation({ expected, actual, pointer, exchange });
}
