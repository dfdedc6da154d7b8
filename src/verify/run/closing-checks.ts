import { describeOutcome } from '../answers/expectations.ts';
import type { ContractResult, Finding, Verdict } from '../verdict.ts';
import type { Run } from './run.ts';

/** A check of the run as a whole, made when every contract is through. */
export interface ClosingCheck {
  title: string;
  judge(run: Run): ContractResult;
}

/** Whatever was called: every answer of the run against openapi.yaml. */
export const interfaceCheck: ClosingCheck = {
  title: 'every answer fits openapi.yaml',
  judge({ misfits, answersChecked }) {
    const fitting: Verdict = misfits.some((finding) => finding.verdict === 'fail') ? 'fail' : misfits.length > 0 ? 'warn' : 'pass';
    return toResult(this.title, answersChecked === 0 ? 'not exercised' : fitting, misfits, answersChecked);
  },
};

/**
 * A target that refuses whatever it is asked breaks few rules, as most contracts then lack what they start from. That
 * must not look like a target on which all is well. Says nothing of a run of some contracts only.
 */
export const acceptanceCheck: ClosingCheck = {
  title: 'of every operation, some call is accepted',
  judge({ outcomes }) {
    const refused = [...outcomes].filter(([, { accepted }]) => accepted === 0);
    const findings = refused.map(([operationId, { calls, last }]): Finding => ({
      verdict: 'fail', rules: [], assumptions: [],
      expected: `some of the calls of ${operationId} to be accepted`,
      actual: `${calls === 1 ? 'the one call' : `all ${calls}`} refused, the last with ${describeOutcome(last)}. Either the operation does not work here, or the calls lack something that this target asks for`,
      pointer: null,
      exchange: last,
    }));
    return toResult(this.title, outcomes.size === 0 ? 'not exercised' : findings.length > 0 ? 'fail' : 'pass', findings, 0);
  },
};

/** The checks that end a run of all contracts, or of some. */
export function closingChecks(whole: boolean): readonly ClosingCheck[] {
  return whole ? [interfaceCheck, acceptanceCheck] : [interfaceCheck];
}

function toResult(title: string, verdict: Verdict, findings: readonly Finding[], exchanges: number): ContractResult {
  return { title, area: 'interface', rules: [], verdict, reason: verdict === 'not exercised' ? 'no answer came' : '', findings, exchanges, durationMs: 0 };
}
