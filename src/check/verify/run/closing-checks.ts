import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { pathOf } from '../http/exchange.ts';
import { assumedOperations } from '../responses/assumed-operations.ts';
import { describeOutcome } from '../responses/outcome.ts';
import type { ContractResult, Finding, Verdict } from '../verdict.ts';
import type { Run } from './run.ts';

/** A check of the run itself, made after all contracts. */
export interface ClosingCheck {
  title: string;
  judge: (run: Run) => ContractResult;
}

/** Every response of the run, validated against openapi.yaml. */
export const interfaceCheck: ClosingCheck = {
  title: 'every response matches openapi.yaml',
  judge: ({ mismatches, responsesChecked }) => {
    const verdict = responsesChecked === 0 ? 'not exercised' : worstOf(mismatches);
    return toResult(interfaceCheck.title, verdict, mismatches, responsesChecked);
  },
};

/**
 * A target that refuses everything breaks few rules: the preconditions of most contracts are not met. This check makes
 * it fail all the same. An operation that was called with invalid requests only does not count, and one whose address
 * is assumed is a warning. Only for a run of all contracts.
 */
export const acceptanceCheck: ClosingCheck = {
  title: 'of every operation, some call is accepted',
  judge: ({ outcomes }) => {
    const findings = [...outcomes].flatMap(([operationId, { calls, accepted, failedSetup }]): Finding[] =>
      accepted > 0 || failedSetup === null
        ? []
        : [
            {
              ...ofOperation(operationId),
              expected: `some of the calls of ${operationId} to be accepted`,
              actual:
                `${calls === 1 ? 'the one call' : `all ${calls}`} refused, the last with ` +
                `${describeOutcome(failedSetup)}. ${explain(failedSetup)}`,
              pointer: null,
              exchange: failedSetup,
            },
          ],
    );
    return toResult(acceptanceCheck.title, outcomes.size === 0 ? 'not exercised' : worstOf(findings), findings, 0);
  },
};

function explain(exchange: CheckedExchange): string {
  if (exchange.status === 404)
    return (
      `Nothing is at ${exchange.origin}${pathOf(exchange)}: --flights-url and --transfers-url set the addresses ` +
      'below which the paths are'
    );
  return 'Either the operation does not work here, or the calls lack something that this target requires';
}

/** The checks that end a run of all contracts, or of some. */
export function closingChecks(allContracts: boolean): readonly ClosingCheck[] {
  return allContracts ? [interfaceCheck, acceptanceCheck] : [interfaceCheck];
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
    reason: verdict === 'not exercised' ? 'no response came' : '',
    findings,
    exchanges,
    durationMs: 0,
  };
}
