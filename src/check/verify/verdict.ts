import type { Count, Milliseconds } from '../report/quantities.ts';
import type { CheckedExchange } from './http/exchange.ts';

/**
 * A check's result. `fail`: a rule is broken. `warn`: an assumption is not met; this alone does not fail the run.
 * `partly`: some checks for a rule passed and others were not exercised. `not exercised`: the target lacks the check's
 * precondition. `not applicable`: the rule demands nothing from this target. `error`: the harness or the connection
 * failed, and the check has no result for the target.
 */
export type Verdict = 'fail' | 'error' | 'warn' | 'partly' | 'not exercised' | 'not applicable' | 'pass';

/** Counts the results per verdict. */
export function countVerdicts(results: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { fail: 0, error: 0, warn: 0, partly: 0, 'not exercised': 0, 'not applicable': 0, pass: 0 };
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/** Actual result, in contrast to the expected one. */
export interface Deviation {
  expected: string;
  actual: string;
  /** JSON pointer into the response body; null if the deviation concerns no single value. */
  pointer: string | null;
  /** The exchange with the deviation; null if there is no single one. */
  exchange: CheckedExchange | null;
}

/** A deviation with the broken rules and assumptions. */
export interface Finding extends Deviation {
  verdict: 'fail' | 'warn';
  /** Ids: broken rules, and assumptions not met. */
  rules: readonly string[];
  assumptions: readonly string[];
  /** Position in the request that shows it, for a check at several positions. */
  position?: string;
  /** An exchange as expected, in contrast to `exchange`. */
  counterpart?: CheckedExchange;
  /** Curl lines in bash: every call of the contract up to `exchange`, oldest first. */
  calls?: string;
}

/** Position in a request with tried or skipped flaws. */
export interface FlawPosition {
  /** Name such as `passenger 2 of a hold in USD`. */
  name: string;
  /** Reason why no flaw was tried there; empty if some were. */
  skipped: string;
}

/** One contract's result. */
export interface ContractResult {
  title: string;
  area: string;
  rules: readonly string[];
  verdict: Verdict;
  /** Reason why it was not exercised, is not applicable or ended in an error; empty otherwise. */
  reason: string;
  /** True if it was not exercised although a documented call order leads to it. */
  incomplete: boolean;
  findings: readonly Finding[];
  /** Positions with tried flaws. */
  positions: readonly FlawPosition[];
  /** Its calls, set-up included. */
  exchanges: Count;
  durationMs: Milliseconds;
}

/** Thrown by a check if its rule is broken. `rules` limits it to some contract rules. */
export class ContractViolation extends Error {
  readonly deviation: Deviation;
  readonly rules: readonly string[] | null;

  constructor(deviation: Deviation, rules: readonly string[] | null = null) {
    super(`expected ${deviation.expected}, found ${deviation.actual}`);
    this.deviation = deviation;
    this.rules = rules;
  }
}

/** Thrown if the target lacks the check's precondition. The message names it. */
export class PreconditionNotMet extends Error {}

/** Thrown if a documented call order ends before the check: a call succeeded without the input for the next one. */
export class CallOrderEnded extends PreconditionNotMet {}

/** Thrown if the rule demands nothing from this target. The message has the reason. */
export class NotApplicable extends Error {}

/** Thrown if no response came, or the run was stopped. */
export class TargetUnreachable extends Error {}
