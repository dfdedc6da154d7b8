import { systemClock, toIso } from '../clock.ts';
import { loadSpec } from '../openapi/load-spec.ts';
import { loadAssumptions } from '../rules/load-assumptions.ts';
import { loadRules } from '../rules/load-rules.ts';
import { choose, loadContracts } from './load-contracts.ts';
import { buildReport } from './report/report.ts';
import type { Report } from './report/report.ts';
import { startContracts } from './start-vitest.ts';
import type { StartOptions } from './start-vitest.ts';
import type { VerifyOptions } from './target/options.ts';
import { probe } from './target/probe.ts';
import type { KeyPair, Target } from './target/target.ts';
import type { ContractResult } from './verdict.ts';

export interface Progress {
  /** The target is known and the first of so many contracts is about to start. */
  onTarget?(target: Target, contracts: number): void;
  onResult?(result: ContractResult): void;
}

export interface Verified {
  report: Report;
  /** Profiles that were left in a sandbox, so that the calls that show a failure can be repeated. */
  kept: KeyPair[];
}

/** Verifies a target: finds out about it, runs the contracts, and answers the report. Throws ProbeError where there is no sense in starting. */
export async function verify(options: VerifyOptions & StartOptions, version: string, progress: Progress = {}): Promise<Verified> {
  const startedAt = systemClock.now();
  const { only = [], strict, keep, signal } = options;
  const contracts = choose(await loadContracts(), only).length;
  const target = await probe(options, await loadSpec());
  progress.onTarget?.(target, contracts);
  const { results, faults, kept } = await startContracts(target, { only, strict, keep, signal }, (result) => progress.onResult?.(result));
  const durationMs = systemClock.now() - startedAt;
  return { report: buildReport({ version, target, startedAt: toIso(startedAt), durationMs, results, faults, partial: only.length > 0 }, loadRules(), loadAssumptions()), kept };
}
