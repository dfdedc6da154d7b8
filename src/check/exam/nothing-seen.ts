import type { SituationResult } from './examine.ts';
import type { ClientResult, ExamFinding } from './findings.ts';
import type { Situation } from './situation.ts';

/**
 * Returns the result if the clients' calls left no trace, with the reason: only `meddling` fails the client, `idle` and
 * `exam` say nothing about it.
 */
export function nothingSeen(
  { name }: Situation,
  finding: ExamFinding,
  clients: readonly ClientResult[],
  durationMs: number,
): SituationResult {
  const verdict = VERDICTS[finding.kind] ?? 'error';
  return {
    situation: name,
    verdict,
    runs: 1,
    failures: verdict === 'failed' ? 1 : 0,
    findings: [finding],
    slowness: null,
    warnings: [],
    advice: [],
    truth: { made: [], alive: [], strays: [], ended: [], pending: 0, names: [], contents: [] },
    stated: [],
    clients: clients.map(({ end }) => end),
    calls: 0,
    journal: [],
    verdicts: NO_VERDICTS,
    durationMs,
  };
}

/** Returns a result without exchanges and verdicts, because no report shows them. */
export function withoutEvidence(result: SituationResult): SituationResult {
  return { ...result, journal: [], verdicts: NO_VERDICTS };
}

const VERDICTS: Readonly<Partial<Record<ExamFinding['kind'], SituationResult['verdict']>>> = {
  meddling: 'failed',
  idle: 'did not come about',
};
const NO_RULES = { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 };
const NO_VERDICTS = { exchanges: 0, decided: 0, summary: NO_RULES, rules: [], advice: [] };
