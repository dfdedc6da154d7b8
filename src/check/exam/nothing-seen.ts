import type { SituationResult } from './examine.ts';
import type { ClientResult } from './findings.ts';
import { findDisturbance, findExamError, findTampering } from './findings.ts';
import type { Situation } from './situation.ts';

/** Returns the result if the clients' calls left no trace. */
export function tampered(
  situation: Situation,
  clients: readonly ClientResult[],
  standing: 'reset' | 'gone',
  durationMs: number,
): SituationResult {
  return {
    ...nothingSeen(situation, durationMs),
    ...{ verdict: 'failed', failures: 1, findings: [findTampering(standing)] },
    clients: clients.map(({ end }) => end),
  };
}

/** Returns the result if another caller changed the situation. It says nothing about the clients. */
export function disturbed(
  situation: Situation,
  clients: readonly ClientResult[],
  calls: readonly string[],
  durationMs: number,
): SituationResult {
  return {
    ...nothingSeen(situation, durationMs),
    ...{ verdict: 'did not come about', findings: [findDisturbance(calls)] },
    clients: clients.map(({ end }) => end),
  };
}

/** Returns the result if the exam itself failed, so that nothing is known about the clients. */
export function notExamined(situation: Situation, error: unknown, durationMs: number): SituationResult {
  return { ...nothingSeen(situation, durationMs), findings: [findExamError(error)] };
}

function nothingSeen({ name }: Situation, durationMs: number): SituationResult {
  return {
    situation: name,
    verdict: 'error',
    runs: 1,
    failures: 0,
    findings: [],
    slowness: null,
    warnings: [],
    advice: [],
    truth: { made: [], alive: [], strays: [], ended: [], pending: 0, names: [], contents: [] },
    stated: [],
    clients: [],
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

const NO_RULES = { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 };
const NO_VERDICTS = { exchanges: 0, decided: 0, summary: NO_RULES, rules: [], advice: [] };
