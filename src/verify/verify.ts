import { systemClock, toIso } from '../clock.ts';
import { loadSpec } from '../openapi/load-spec.ts';
import { loadAssumptions } from '../rules/load-assumptions.ts';
import { loadRules } from '../rules/load-rules.ts';
import { buildReport } from './report/report.ts';
import type { Report } from './report/report.ts';
import { startContracts } from './start-vitest.ts';
import type { SuiteOptions } from './suite.ts';
import type { VerifyOptions } from './target/options.ts';
import { probe } from './target/probe.ts';
import type { Target } from './target/target.ts';
import type { ContractResult } from './verdict.ts';

export interface Progress {
  /** The target is known and the first contract is about to start. */
  onTarget?(target: Target): void;
  onResult?(result: ContractResult): void;
}

/** Verifies a target: finds out about it, runs the contracts, and answers the report. Throws ProbeError where there is no sense in starting. */
export async function verify(options: VerifyOptions & SuiteOptions, version: string, progress: Progress = {}): Promise<Report> {
  const startedAt = systemClock.now();
  const target = await probe(options, await loadSpec());
  progress.onTarget?.(target);
  const { results, faults } = await startContracts(target, { only: options.only, strict: options.strict }, (result) => progress.onResult?.(result));
  const durationMs = systemClock.now() - startedAt;
  return buildReport({ version, target, startedAt: toIso(startedAt), durationMs, results, faults }, loadRules(), loadAssumptions());
}
