import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Area } from '../contract.ts';
import { selectContracts } from '../load-contracts.ts';
import type { Target } from '../probe/target.ts';
import type { ContractResult } from '../verdict.ts';
import { createCallList } from './calls-before.ts';
import { judgeAll } from './judge-all.ts';
import { Run } from './run.ts';

export interface Ran {
  results: ContractResult[];
  /** Faults in the harness itself. */
  faults: string[];
  /** Notes about the run. */
  notes: string[];
}

export interface RunOptions {
  /** Only the contracts for these rules. */
  only?: readonly string[];
  /** Ends the run early. The run returns the results until then. */
  signal?: AbortSignal;
}

export interface RunProgress {
  onResult?(result: ContractResult): void;
  /** Called whenever a rate limit holds the calls, with the responses 429 so far. */
  onLimited?(limited: number): void;
}

/** Runs the contracts against a probed target. `progress` gets each result immediately. */
export async function runContracts(
  areas: readonly Area[],
  target: Target,
  spec: Spec,
  { only = [], signal }: RunOptions,
  progress: RunProgress,
): Promise<Ran> {
  const run = new Run(target, spec, (limited) => progress.onLimited?.(limited));
  const results: ContractResult[] = [];
  const faults: string[] = [];
  const note = (error: unknown) => void faults.push((error instanceof Error && error.stack) || String(error));
  const add = (result: ContractResult) => {
    // An interrupted contract has no verdict.
    if (signal?.aborted) return;
    results.push(result);
    progress.onResult?.(result);
  };
  signal?.addEventListener('abort', () => run.client.stop());
  process.on('unhandledRejection', note);
  try {
    await judgeAll(run, selectContracts(areas, only), add);
  } finally {
    process.off('unhandledRejection', note);
  }
  addCalls(run, results);
  await run.close();
  return { results, faults, notes: run.notes };
}

/** Adds the calls that led to it to each finding with a call. */
function addCalls(run: Run, results: readonly ContractResult[]): void {
  const list = createCallList(run);
  for (const { findings } of results)
    for (const finding of findings) if (finding.exchange) finding.calls = list(finding.exchange);
}
