import type { Exchange } from './http/exchange.ts';

/**
 * What becomes of a check. `fail`: a rule is broken. `warn`: an assumption is not met, which fails nothing by itself.
 * `not exercised`: the target lacks what the check needs. `not applicable`: the rule asks for nothing here.
 * `error`: the harness or the connection failed, which says nothing about the target's rules.
 */
export const verdicts = ['fail', 'error', 'warn', 'not exercised', 'not applicable', 'pass'] as const;
export type Verdict = (typeof verdicts)[number];

/** What was seen in place of what was expected. */
export interface Deviation {
  expected: string;
  actual: string;
  /** JSON pointer into the body of the answer; null where it is not about one value. */
  pointer: string | null;
  /** The answer that shows it; null where there is no single one. */
  exchange: Exchange | null;
}

/** A deviation and what it breaks. */
export interface Finding extends Deviation {
  verdict: 'fail' | 'warn';
  /** Ids of the rules broken, of the assumptions not met. */
  rules: readonly string[];
  assumptions: readonly string[];
}

/** What one contract came to. */
export interface ContractResult {
  title: string;
  area: string;
  rules: readonly string[];
  verdict: Verdict;
  /** Why it was not exercised, is not applicable or ended in an error; empty otherwise. */
  reason: string;
  findings: readonly Finding[];
  /** How many calls it made, set-up included. */
  exchanges: number;
  durationMs: number;
}

/** Thrown by a check that finds the rule broken. `rules` narrows it to some of the contract's. */
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

/** Thrown where the rule asks for nothing on this target; says why. */
export class NotApplicable extends Error {}

/** Thrown when no answer came, or the run has to end. */
export class TargetUnreachable extends Error {}
