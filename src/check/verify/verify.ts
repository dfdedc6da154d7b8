import { systemClock, toIso } from '../../base/clock.ts';
import { loadSpec } from '../../interface/openapi/load-spec.ts';
import { loadAssumptions } from '../../interface/rules/load-assumptions.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { loadContracts, selectContracts } from './load-contracts.ts';
import type { VerifyOptions } from './probe/options.ts';
import { probe } from './probe/probe.ts';
import type { Target } from './probe/target.ts';
import type { VerifyReport } from './report.ts';
import { buildReport } from './report.ts';
import { closingChecks } from './run/closing-checks.ts';
import type { RunOptions, RunProgress } from './run/run-contracts.ts';
import { runContracts } from './run/run-contracts.ts';
import type { ContractResult } from './verdict.ts';

export interface Progress extends RunProgress {
  /** Called after the probe, with a count: contracts about to start, including the run's final checks. */
  onTarget?(target: Target, contracts: number): void;
}

/**
 * Verifies a target: probes it, runs the contracts and returns the report. Throws ProbeError if the run cannot start.
 */
export async function verify(
  options: VerifyOptions & RunOptions,
  version: string,
  progress: Progress = {},
): Promise<VerifyReport> {
  const startedAt = systemClock.now();
  const { only = [], signal } = options;
  const spec = await loadSpec();
  const areas = await loadContracts();
  const contracts = selectContracts(areas, only).map(({ contract }) => contract.title);
  const target = await probe(options, spec, signal);
  progress.onTarget?.(target, contracts.length + closingChecks.length);
  const { results, faults, notes } = await runContracts(areas, target, spec, { only, signal }, progress);
  const durationMs = systemClock.now() - startedAt;
  const facts = {
    version,
    target,
    startedAt: toIso(startedAt),
    durationMs,
    results: inOrder(results, contracts),
    faults,
    notes,
    partial: only.length > 0,
  };
  return buildReport(facts, loadRules(), loadAssumptions());
}

/** Sorts results. Contracts run concurrently and end in any order; a report has a fixed one. */
export function inOrder(results: readonly ContractResult[], titles: readonly string[]): ContractResult[] {
  const places = new Map(titles.map((title, index) => [title, index]));
  const placeOf = ({ title }: ContractResult) => places.get(title) ?? titles.length;
  return results.toSorted((a, b) => placeOf(a) - placeOf(b));
}
