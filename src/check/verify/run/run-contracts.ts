import PQueue from 'p-queue';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Area } from '../contract.ts';
import { inSteps, selectContracts } from '../load-contracts.ts';
import type { Target } from '../probe/target.ts';
import { createRepeatScript } from '../repeat-script.ts';
import type { ContractResult } from '../verdict.ts';
import { closingChecks } from './closing-checks.ts';
import { judge } from './judge.ts';
import { Run } from './run.ts';

export interface Ran {
  results: ContractResult[];
  /** Faults of the harness itself. */
  faults: string[];
}

export interface RunOptions {
  /** Only the contracts of these rules. */
  only?: readonly string[];
  /** Ends the run early; the results until then are returned. */
  signal?: AbortSignal;
}

/** Runs the contracts against a target that was probed. `onResult` gets each result at once. */
export async function runContracts(
  areas: readonly Area[],
  target: Target,
  spec: Spec,
  { only = [], signal }: RunOptions,
  onResult: (result: ContractResult) => void,
): Promise<Ran> {
  const run = new Run(target, spec);
  const results: ContractResult[] = [];
  const faults: string[] = [];
  const note = (error: unknown) => void faults.push((error instanceof Error && error.stack) || String(error));
  const add = (result: ContractResult) => {
    // A contract that was interrupted has no verdict.
    if (signal?.aborted) return;
    results.push(result);
    onResult(result);
  };
  signal?.addEventListener('abort', () => run.client.stop());
  process.on('unhandledRejection', note);
  try {
    const queue = new PQueue({ concurrency: target.concurrency * 2 });
    for (const step of inSteps(selectContracts(areas, only)))
      await queue.addAll(
        step.map(({ area, contract }) => async () => {
          if (!signal?.aborted) add(await judge(run, area, contract));
        }),
      );
    for (const check of closingChecks(only.length === 0)) add(check.judge(run));
  } finally {
    process.off('unhandledRejection', note);
  }
  addScripts(run, results);
  await run.close();
  return { results, faults };
}

/** A script for each finding that shows a call. */
function addScripts({ target, client: { exchanges }, ownProfiles }: Run, results: readonly ContractResult[]): void {
  const findings = results.flatMap((result) => result.findings);
  if (findings.length === 0) return;
  const write = createRepeatScript({ target, exchanges, ownProfiles });
  for (const finding of findings) if (finding.exchange) finding.repeat = write(finding.exchange);
}
