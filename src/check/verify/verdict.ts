import type { Count, Milliseconds } from '../report/quantities.ts';
import type { CheckedExchange } from './http/exchange.ts';

/**
 * The result of a check. `fail`: a rule is broken. `warn`: an assumption is not met, which does not fail the run by
 * itself. `partly`: of a rule, some checks passed and others were not exercised. `not exercised`: the target lacks what
 * the check needs. `not applicable`: the rule demands nothing of this target. `error`: the harness or the connection
 * failed, which says nothing about the target.
 */
export type Verdict = 'fail' | 'error' | 'warn' | 'partly' | 'not exercised' | 'not applicable' | 'pass';

/** How many of the results have each verdict. */
export function countVerdicts(results: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { fail: 0, error: 0, warn: 0, partly: 0, 'not exercised': 0, 'not applicable': 0, pass: 0 };
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/** What was found in place of what was expected. */
export interface Deviation {
  expected: string;
  actual: string;
  /** JSON pointer into the body of the response; null where it is not about one value. */
  pointer: string | null;
  /** The exchange that shows it; null where there is no single one. */
  exchange: CheckedExchange | null;
}

/** A deviation and what it breaks. */
export interface Finding extends Deviation {
  verdict: 'fail' | 'warn';
  /** Ids of the rules that are broken, and of the assumptions that are not met. */
  rules: readonly string[];
  assumptions: readonly string[];
  /** An exchange that went as expected, where that of `exchange` did not. */
  counterpart?: CheckedExchange;
  /** A script for bash that makes the call of `exchange` again, after the calls that it needs. */
  repeat?: string;
}

/** Positions in a request at which flaws were tried, or skipped. */
export interface FlawPosition {
  /** `passenger 2 of a hold in USD`. */
  name: string;
  /** Why no flaw was tried there; empty where some were. */
  skipped: string;
}

/** The result of one contract. */
export interface ContractResult {
  title: string;
  area: string;
  rules: readonly string[];
  verdict: Verdict;
  /** Why it was not exercised, is not applicable or ended in an error; empty otherwise. */
  reason: string;
  findings: readonly Finding[];
  /** Positions at which flaws of its requests were tried. */
  positions: readonly FlawPosition[];
  /** How many calls it made, set-up included. */
  exchanges: Count;
  durationMs: Milliseconds;
}

/** Thrown by a check that finds its rule broken. `rules` limits it to some of the contract's rules. */
export class ContractViolation extends Error {
  readonly deviation: Deviation;
  readonly rules: readonly string[] | null;

  constructor(deviation: Deviation, rules: readonly string[] | null = null) {
    super(`expected ${deviation.expected}, found ${deviation.actual}`);
    this.deviation = deviation;
    this.rules = rules;
  }
}

/** Thrown where the target lacks what a check needs; says what. */
export class PreconditionNotMet extends Error {}

/** Thrown where the rule demands nothing of this target; says why. */
export class NotApplicable extends Error {}

/** Thrown when no response came, or the run was stopped. */
export class TargetUnreachable extends Error {}
