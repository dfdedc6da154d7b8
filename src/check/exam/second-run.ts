import type { SituationResult } from './examine.ts';
import type { ExamFinding } from './findings.ts';
import { findSlowness } from './findings.ts';

/**
 * Combines a failed situation's result with that from its second run, alone. Some failures stay: a wrong truth
 * or a control API call fails the situation regardless of the second run. Any other failure without a repetition makes
 * the situation flaky, and flaky is no pass. A run says nothing if its event did not come about, if the machine was too
 * slow for the client, or if the exam itself failed.
 */
function combine(first: SituationResult, second: SituationResult): SituationResult {
  if (saysNothing(first)) return second;
  if (saysNothing(second)) return first;
  const isAgain = second.verdict === 'failed';
  const shown = gravityOf(second) <= gravityOf(first) ? second : first;
  return {
    ...shown,
    verdict: isAgain || isLasting(first) ? 'failed' : 'flaky',
    runs: first.runs + second.runs,
    failures: first.failures + second.failures,
  };
}

/**
 * Returns the gravest finding kind; undefined without findings. A double booking is graver than a crash in the same
 * run.
 */
export function gravest({ findings }: SituationResult): ExamFinding['kind'] | undefined {
  return GRAVITY.find((kind) => findings.some((finding) => finding.kind === kind));
}

/**
 * Repeats a failed situation alone until a run says something about the client, and combines the results. If the
 * machine is too slow in every run, the client fails if it fails in the same way each time. Otherwise the situation did
 * not come about.
 */
export async function settle(
  first: SituationResult,
  run: () => Promise<SituationResult>,
  signal: AbortSignal | undefined,
): Promise<SituationResult> {
  const runs = [first];
  let result = first;
  for (let latest = first; runs.length === 1 || (isDisturbed(latest) && runs.length < MOST_RUNS);) {
    if (signal?.aborted) return result;
    latest = await run();
    runs.push(latest);
    result = combine(result, latest);
  }
  if (!isDisturbed(result) || new Set(runs.map(kindsOf)).size === 1) return result;
  return { ...result, verdict: 'did not come about', failures: 0, findings: [findSlowness(runs.length)] };
}

/**
 * True if the machine was too slow for the client. The run says nothing about the client, and the next one counts
 * alone.
 */
export function isDisturbed({ slowness }: SituationResult): boolean {
  return slowness !== null;
}

function kindsOf({ findings }: SituationResult): string {
  return [...new Set(findings.map(({ kind }) => kind))].sort().join();
}

function saysNothing(result: SituationResult): boolean {
  return result.verdict === 'did not come about' || result.verdict === 'error' || isDisturbed(result);
}

function isLasting({ findings }: SituationResult): boolean {
  return findings.some(({ kind }) => kind === 'truth' || kind === 'meddling');
}

/** Returns the gravity; a lower number is graver. */
function gravityOf(result: SituationResult): number {
  const kind = gravest(result);
  return kind === undefined ? GRAVITY.length : GRAVITY.indexOf(kind);
}

const GRAVITY = ['truth', 'belief', 'conduct', 'meddling', 'missing', 'hang', 'idle', 'crash', 'exam'] as const;
/** Maximum runs per situation on a machine too slow for the client. */
const MOST_RUNS = 5;
