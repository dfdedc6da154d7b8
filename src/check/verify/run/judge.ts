import { systemClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/message-of.ts';
import type { Contract } from '../contract.ts';
import { bookingCalls } from '../http/client.ts';
import { describeOutcome } from '../responses/outcome.ts';
import type { ContractResult, Finding, Verdict } from '../verdict.ts';
import { CallOrderEnded, ContractViolation, NotApplicable, PreconditionNotMet, TargetUnreachable } from '../verdict.ts';
import type { Run } from './run.ts';
import { Trial } from './trial.ts';

/**
 * Runs one contract against a run's target and returns its result. If a refused valid call may be the reason why it
 * does not pass, the contract runs again from its start, with fresh input. Never throws.
 */
export async function judge(run: Run, area: string, contract: Contract): Promise<ContractResult> {
  const startedAt = systemClock.now();
  const attempts: Attempt[] = [];
  do attempts.push(await attempt(run, contract));
  while (isWorthAnother(run, attempts));
  const last = attempts.at(-1) as Attempt;
  const { verdict, reason, incomplete = false, failures } = decide(run, attempts);
  const findings = [...last.trial.findings, ...failures];
  return {
    title: contract.title,
    area,
    rules: contract.rules,
    verdict: verdict === 'pass' && findings.length > 0 ? 'warn' : verdict,
    reason,
    incomplete,
    findings,
    positions: [...last.trial.positions],
    exchanges: attempts.reduce((sum, { trial }) => sum + trial.exchanges.length, 0),
    durationMs: systemClock.now() - startedAt,
  };
}

interface Outcome {
  verdict: Verdict;
  reason: string;
  incomplete?: boolean;
  /** Findings that break a rule: a single one, or one for each broken position. */
  failures: readonly Finding[];
}

interface Attempt {
  trial: Trial;
  ended: Outcome;
}

async function attempt(run: Run, contract: Contract): Promise<Attempt> {
  const trial = new Trial(run, contract);
  return { trial, ended: await outcome(contract, trial) };
}

/** True if another attempt may change the outcome: this one has findings or did not pass, and met a refusal. */
function isWorthAnother(run: Run, attempts: readonly Attempt[]): boolean {
  const { trial, ended } = attempts.at(-1) as Attempt;
  if (run.client.stopping.aborted || ended.verdict === 'error') return false;
  if (ended.verdict === 'pass' && trial.findings.length === 0) return false;
  if (metChance(run, trial)) return attempts.length < MOST_BY_CHANCE;
  return trial.refused.some((call) => run.validCalls.isValid(call)) && attempts.length < MOST;
}

function metChance({ validCalls }: Run, { exchanges }: Trial): boolean {
  return exchanges.some((exchange) => validCalls.isByChance(exchange));
}

/**
 * Returns the outcome of the last attempt. If a target refuses by chance, a failure counts only if every attempt
 * repeats it, and never if it comes from a flawed call with such a refusal: the run judges the refusals at its end.
 */
function decide(run: Run, attempts: readonly Attempt[]): Outcome {
  const { trial, ended } = attempts.at(-1) as Attempt;
  if (ended.verdict !== 'fail') return ended;
  const refused = trial.exchanges.find((exchange) => run.validCalls.isByChance(exchange));
  const isRepeated = (failure: Finding) =>
    attempts.every((one) => one.ended.failures.some((other) => signOf(other) === signOf(failure)));
  const failures = ended.failures.filter((failure) => {
    const isFlawed = failure.exchange !== null && run.validCalls.failedByChance(failure.exchange);
    return !isFlawed && (!refused || isRepeated(failure));
  });
  if (refused && failures.length === 0) {
    const reason =
      `undecided after ${attempts.length} attempts, because the target refuses calls that it accepts at other ` +
      `times: ${refused.operationId} returned ${describeOutcome(refused)}`;
    return { verdict: 'not exercised', reason, failures };
  }
  const refusals = trial.refused.map((call) => call.exchange);
  for (const { exchange, rules } of failures)
    run.validCalls.explain(exchange ? [...refusals, exchange] : refusals, rules);
  return { ...ended, failures };
}

/** Returns a text that identifies a failure in every attempt, without profile codes and tokens. */
function signOf({ position, expected }: Finding): string {
  return `${position} ${expected.replace(/\w{10,}/g, '…')}`;
}

/** Maximum attempts if the target accepts no call with the same kind. */
const MOST = 2;
const MOST_BY_CHANCE = 6;

async function outcome(contract: Contract, trial: Trial): Promise<Outcome> {
  // A live system gets no set-up calls for a check that is impossible anyway.
  const booking = trial.target.mayBook ? undefined : contract.calls.find((call) => bookingCalls.includes(call));
  if (booking)
    return {
      verdict: 'not exercised',
      reason: `${booking} has effects outside the service, and this run does not allow them; --book allows it`,
      failures: [],
    };
  let ended: Omit<Outcome, 'failures'> = { verdict: 'pass', reason: '' };
  const thrown: [undefined, ContractViolation][] = [];
  try {
    await contract.check(trial);
  } catch (error) {
    ended = outcomeOf(error);
    if (error instanceof ContractViolation) thrown.push([undefined, error]);
  }
  const failures = [...trial.violations, ...thrown].map(([position, { deviation, rules }]): Finding => ({
    ...{ verdict: 'fail', rules: rules ?? contract.rules, assumptions: [] },
    ...deviation,
    ...(position !== undefined && { position }),
  }));
  const isFailed = failures.length > 0 && ended.verdict !== 'error';
  return { ...(isFailed ? { verdict: 'fail', reason: '' } : ended), failures };
}

function outcomeOf(error: unknown): Omit<Outcome, 'failures'> {
  const message = messageOf(error);
  if (error instanceof ContractViolation) return { verdict: 'fail', reason: '' };
  if (error instanceof PreconditionNotMet)
    return { verdict: 'not exercised', reason: message, incomplete: error instanceof CallOrderEnded };
  if (error instanceof NotApplicable) return { verdict: 'not applicable', reason: message };
  if (error instanceof TargetUnreachable) return { verdict: 'error', reason: message };
  return { verdict: 'error', reason: `the harness failed: ${(error instanceof Error && error.stack) || message}` };
}
