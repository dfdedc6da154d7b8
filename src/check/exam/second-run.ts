import type { Exchange } from '../../exchange/exchange.ts';
import type { ExamFinding } from './findings.ts';
import { findSlowness } from './findings.ts';
import type { SituationResult } from './result.ts';
import type { Situation } from './situation.ts';

/**
 * Combines the results of a failed situation and its second run. Some failures stay: a wrong truth or a control
 * API call fails the situation regardless of the second run. Any other failure that does not recur makes the situation
 * flaky, and flaky is not a pass. A run is inconclusive if its event did not come about, if the machine was too slow
 * for the client, or if the exam itself failed.
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
 * Repeats a failed situation alone until a run is conclusive, and combines the results. If the machine is too slow in
 * every run, the client fails if it fails in the same way each time. Otherwise the situation did not come about.
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

/** True if the machine was too slow for the client. The run is inconclusive, and only the next one counts. */
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

/** The parts of a run that can show a slow machine. */
interface Run {
  situation: Situation;
  journal: readonly Exchange[];
  /** When the clients ended by the machine's clock, in epoch milliseconds. */
  endedAt: number;
  /** The machine's slowness during the run, from measureSlowness. */
  slowness: number;
}

/**
 * True if the machine was too slow in a run, and its slowness can explain every finding: the client stopped waiting for
 * an undelayed call, or may have got its response late. Such a run says nothing about the client.
 */
export function canComeOfTime(findings: readonly ExamFinding[], run: Run): boolean {
  if (findings.length === 0 || run.slowness < SLOW) return false;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const isIdle = kinds.includes('idle');
  const left = run.journal.filter(({ ending }) => ending === 'client-gone');
  const explained = new Set<ExamFinding['kind']>([
    ...(left.some((call) => isIdle || !isDelayed(call)) ? OF_LEAVING : []),
    ...(hasLateCall(run) ? OF_LATENESS : []),
    // The sandbox finished work for an abandoned call late.
    ...(left.some(isDelayed) ? OF_LATE_WORK : []),
  ]);
  return kinds.every((kind) => explained.has(kind));
}

/** True if a client paused for long after an undelayed call. It may have stopped waiting for the response before. */
function hasLateCall({ situation, journal, endedAt }: Run): boolean {
  if ((situation.travellers ?? 1) > 1) return true;
  const calls = journal.flatMap((call) => (call.realTime === null ? [] : [{ call, at: call.realTime }]));
  calls.sort((a, b) => a.at - b.at);
  return calls.some(
    ({ call, at }, i) => call.status !== null && !isDelayed(call) && (calls[i + 1]?.at ?? endedAt) - at >= LATE_MS,
  );
}

function isDelayed({ scenario }: Exchange): boolean {
  return scenario?.split(',').some((name) => name === 'slow') ?? false;
}

const GRAVITY = ['truth', 'belief', 'conduct', 'meddling', 'missing', 'hang', 'idle', 'crash', 'exam'] as const;
/** Maximum runs per situation on a machine too slow for the client. */
const MOST_RUNS = 5;
const OF_LATENESS = ['belief', 'missing', 'idle'] as const;
const OF_LEAVING = [...OF_LATENESS, 'crash'] as const;
const OF_LATE_WORK = [...OF_LATENESS, 'truth'] as const;
/** From this slowness factor on, a machine is slow. */
const SLOW = 2;
/** Shortest client time-out. */
const LATE_MS = 1000;
