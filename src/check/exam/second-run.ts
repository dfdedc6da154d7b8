import type { SituationResult } from './examine.ts';
import type { ExamFinding } from './findings.ts';

/**
 * Combines the result of a situation that failed with that of its second run, alone. A failure that happened stays: a
 * wrong truth fails the situation whatever the second run says, and anything else that does not come again makes it
 * flaky, which is no pass.
 */
export function combine(first: SituationResult, second: SituationResult): SituationResult {
  const isAgain = second.verdict !== 'passed';
  const shown = gravityOf(second) <= gravityOf(first) ? second : first;
  return {
    ...shown,
    verdict: isAgain || isWrongTruth(first) ? 'failed' : 'flaky',
    runs: first.runs + second.runs,
    failures: first.failures + second.failures,
  };
}

/** The gravest kind of finding; undefined for none. A double booking is graver than a crash of the same run. */
export function gravest({ findings }: SituationResult): ExamFinding['kind'] | undefined {
  return GRAVITY.find((kind) => findings.some((finding) => finding.kind === kind));
}

function isWrongTruth(result: SituationResult): boolean {
  return gravest(result) === 'truth';
}

/** The lower, the graver. */
function gravityOf(result: SituationResult): number {
  const kind = gravest(result);
  return kind === undefined ? GRAVITY.length : GRAVITY.indexOf(kind);
}

const GRAVITY = ['truth', 'belief', 'conduct', 'missing', 'hang', 'idle', 'crash'] as const;
