import PQueue from 'p-queue';
import type { selectContracts } from '../load-contracts.ts';
import { inSteps } from '../load-contracts.ts';
import { isAccepted } from '../responses/outcome.ts';
import type { ContractResult } from '../verdict.ts';
import { closingChecks } from './closing-checks.ts';
import { judge } from './judge.ts';
import type { Run } from './run.ts';

/**
 * Runs contracts concurrently, final ones after all others, and then a run's final checks. `onResult` gets each result
 * immediately, except for a failure with a refused call. Only after the others is it known whether the target refuses
 * such calls by chance. The contract then runs again.
 */
export async function judgeAll(
  run: Run,
  selected: ReturnType<typeof selectContracts>,
  onResult: (result: ContractResult) => void,
): Promise<void> {
  const queue = new PQueue({ concurrency: run.target.concurrency * 2 });
  for (const step of inSteps(selected)) {
    const again: (() => Promise<ContractResult>)[] = [];
    await queue.addAll(
      step.map(({ area, contract }) => async () => {
        if (run.client.stopping.aborted) return;
        const result = await judge(run, area, contract);
        if (!showsRefusal(result)) return onResult(result);
        again.push(() => (showsChance(run, result) ? judge(run, area, contract) : Promise.resolve(result)));
      }),
    );
    await queue.addAll(again.map((make) => async () => onResult(await make())));
  }
  for (const check of closingChecks) onResult(check.judge(run));
}

function showsRefusal({ findings }: ContractResult): boolean {
  return findings.some(({ exchange }) => exchange !== null && !isAccepted(exchange));
}

function showsChance({ validCalls }: Run, { findings }: ContractResult): boolean {
  return findings.some(({ exchange }) => exchange !== null && validCalls.isByChance(exchange));
}
