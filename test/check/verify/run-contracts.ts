import type { Area } from '../../../src/check/verify/contract.ts';
import { loadContracts, selectContracts } from '../../../src/check/verify/load-contracts.ts';
import type { VerifyOptions } from '../../../src/check/verify/probe/options.ts';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { buildReport } from '../../../src/check/verify/report.ts';
import { Run } from '../../../src/check/verify/run/run.ts';
import { judgeAll } from '../../../src/check/verify/run/run-contracts.ts';
import type { ContractResult } from '../../../src/check/verify/verdict.ts';
import { inOrder } from '../../../src/check/verify/verify.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { loadAssumptions } from '../../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';

const spec = await loadSpec();
const own = await loadContracts();
const rules = loadRules();
const assumptions = loadAssumptions();

export interface ContractRun extends VerifyOptions {
  only?: readonly string[];
  /** Other contracts than the repository's own. */
  areas?: readonly Area[];
}

/**
 * Runs contracts against a target in this process, without vitest around each: the report of `taxiway verify`, in less
 * time.
 */
export async function runContracts({ only = [], areas = own, ...options }: ContractRun): Promise<VerifyReport> {
  const target = await probe(options, spec);
  const run = new Run(target, spec);
  const selected = selectContracts(areas, only);
  const ended: ContractResult[] = [];
  await judgeAll(run, selected, (result) => ended.push(result));
  const results = inOrder(
    ended,
    selected.map(({ contract }) => contract.title),
  );
  const report = buildReport(
    { version: 'test', target, startedAt: '', durationMs: 0, results, faults: [], notes: run.notes },
    rules,
    assumptions,
  );
  await run.close();
  return report;
}
