import type { OperationId } from '../../api.ts';
import type { Exchange } from '../http/exchange.ts';
import { assumedOperations } from '../responses/assumed-operations.ts';
import { describeOutcome } from '../responses/outcome.ts';
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
  judge({ mismatches: misfits, responsesChecked: answersChecked }) {
    return toResult(this.title, answersChecked === 0 ? 'not exercised' : worstOf(misfits), misfits, answersChecked);
  },
};

/**
 * A target that refuses whatever it is asked breaks few rules, as most contracts then lack what they start from. That
 * must not look like a target on which all is well. An operation of which only flawed calls were made is none of them,
 * and one that is assumed to be there at all is an assumption. Says nothing of a run of some contracts only.
 */
export const acceptanceCheck: ClosingCheck = {
  title: 'of every operation, some call is accepted',
  judge({ outcomes }) {
    const findings = [...outcomes].flatMap(([operationId, { calls, accepted, failedSetup: missed }]): Finding[] =>
      accepted > 0 || missed === null
        ? []
        : [
            {
              ...ofOperation(operationId),
              expected: `some of the calls of ${operationId} to be accepted`,
              actual: `${calls === 1 ? 'the one call' : `all ${calls}`} refused, the last with ${describeOutcome(missed)}. ${explain(missed)}`,
              pointer: null,
              exchange: missed,
            },
          ],
    );
    return toResult(this.title, outcomes.size === 0 ? 'not exercised' : worstOf(findings), findings, 0);
  },
};

function explain({ request, response }: Exchange): string {
  const { origin, pathname } = new URL(request.url);
  if (response.status === 404)
    return `Nothing is at ${origin}${pathname}: --flights-url and --transfers-url say below which address the paths are`;
  return 'Either the operation does not work here, or the calls lack something that this target asks for';
}

/** The checks that end a run of all contracts, or of some. */
export function closingChecks(whole: boolean): readonly ClosingCheck[] {
  return whole ? [interfaceCheck, acceptanceCheck] : [interfaceCheck];
}

function ofOperation(operationId: OperationId): Pick<Finding, 'verdict' | 'rules' | 'assumptions'> {
  const assumption = assumedOperations[operationId];
  return assumption === undefined
    ? { verdict: 'fail', rules: [], assumptions: [] }
    : { verdict: 'warn', rules: [], assumptions: [assumption] };
}

function worstOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}

function toResult(title: string, verdict: Verdict, findings: readonly Finding[], exchanges: number): ContractResult {
  return {
    title,
    area: 'interface',
    rules: [],
    verdict,
    reason: verdict === 'not exercised' ? 'no answer came' : '',
    findings,
    exchanges,
    durationMs: 0,
  };
}
