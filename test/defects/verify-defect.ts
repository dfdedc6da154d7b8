import PQueue from 'p-queue';
import { loadSpec } from '../../src/openapi/load-spec.ts';
import { loadAssumptions } from '../../src/rules/load-assumptions.ts';
import { loadRules } from '../../src/rules/load-rules.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { SandboxOptions, Seam } from '../../src/server/create-sandbox.ts';
import { choose, loadContracts } from '../../src/verify/load-contracts.ts';
import { buildReport } from '../../src/verify/report/report.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { interfaceResult } from '../../src/verify/run/interface-result.ts';
import { judge } from '../../src/verify/run/judge.ts';
import { Run } from '../../src/verify/run/run.ts';
import { probe } from '../../src/verify/target/probe.ts';
import type { Defect } from './defect.ts';

const spec = await loadSpec();
const areas = await loadContracts();
const rules = loadRules();
const assumptions = loadAssumptions();

/** Runs the contracts, or those of some rules, against a sandbox with something planted in it. */
export async function verifyPlanted(plant: Seam, { only = [], ...options }: SandboxOptions & { only?: readonly string[] } = {}): Promise<Report> {
  const sandbox = await startSandbox({ seed: 'defects', log: 'silent', ...options }, plant);
  try {
    const target = await probe({ baseUrl: await sandbox.listen() }, spec);
    const run = new Run(target, spec);
    const queue = new PQueue({ concurrency: target.concurrency * 2 });
    const results = await Promise.all(choose(areas, only).map(({ area, contract }) => queue.add(() => judge(run, area, contract))));
    return buildReport({ version: 'test', target, startedAt: '', durationMs: 0, results: [...results, interfaceResult(run)], faults: [] }, rules, assumptions);
  } finally {
    await sandbox.close();
  }
}

/** What a defect turned red that it should have, and what it should not have. */
export interface Catch {
  caught: boolean;
  /** Rules that are red and have nothing to do with it. */
  strays: string[];
  /** Contracts that ended in an error of the harness. */
  errors: string[];
}

export async function catchDefect(defect: Defect): Promise<Catch> {
  const report = await verifyPlanted(defect.plant);
  const red = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const expected = [defect.rule, ...(defect.alsoBreaks ?? [])];
  return {
    caught: red.includes(defect.rule),
    strays: [...red.filter((id) => !expected.includes(id)), ...report.unattributed.map(({ pointer }) => `openapi.yaml at ${pointer}`)],
    errors: report.contracts.filter(({ verdict }) => verdict === 'error').map(({ title, reason }) => `${title}: ${reason}`),
  };
}
