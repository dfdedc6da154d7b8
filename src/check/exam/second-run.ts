import type { SituationResult } from './examine.ts';
import type { ExamFinding } from './findings.ts';

/**
 * Combines the result of a situation that failed with that of its second run, alone. A failure that happened stays: a
 * wrong truth or a call to the control API fails the situation whatever the second run says. Anything else that does
 * not come again makes it flaky, which is no pass. A run says nothing if its event did not come about, if the machine
 * was too slow for the client, or if the exam itself failed.
 */
export function combine(first: SituationResult, second: SituationResult): SituationResult {
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

/** The gravest kind of finding; undefined for none. A double booking is graver than a crash of the same run. */
export function gravest({ findings }: SituationResult): ExamFinding['kind'] | undefined {
  return GRAVITY.find((kind) => findings.some((finding) => finding.kind === kind));
}

/**
 * True if the machine was too slow for the client: it stopped waiting for a call that nothing delayed, or before the
 * event reached it, and all that is wrong can come of that. Such a run says nothing of the client, and the next one
 * counts alone.
 */
export function isDisturbed({ findings, journal }: SituationResult): boolean {
  if (findings.length === 0 || !findings.every(({ kind }) => OF_TIME.has(kind))) return false;
  const isIdle = findings.some(({ kind }) => kind === 'idle');
  return journal.some(({ ending, scenario }) => ending === 'client-gone' && (scenario === null || isIdle));
}

function saysNothing(result: SituationResult): boolean {
  return result.verdict === 'did not come about' || result.verdict === 'error' || isDisturbed(result);
}

function isLasting({ findings }: SituationResult): boolean {
  return findings.some(({ kind }) => kind === 'truth' || kind === 'meddling');
}

/** The lower, the graver. */
function gravityOf(result: SituationResult): number {
  const kind = gravest(result);
  return kind === undefined ? GRAVITY.length : GRAVITY.indexOf(kind);
}

/** What is wrong where a client stopped waiting too early. */
const OF_TIME: ReadonlySet<ExamFinding['kind']> = new Set(['belief', 'missing', 'idle']);
const GRAVITY = ['truth', 'belief', 'conduct', 'meddling', 'missing', 'hang', 'idle', 'crash', 'exam'] as const;
