import type { Exchange } from '../../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import type { Verdicts } from '../judge/verdicts.ts';
import { verdictsOn } from '../judge/verdicts.ts';
import type { Count, Milliseconds } from '../report/quantities.ts';
import type { ClientResult, ExamFinding } from './findings.ts';
import type { ClientEnd } from './run-client.ts';
import type { Situation } from './situation.ts';
import type { StatedContent } from './statement.ts';
import type { Truth } from './truth.ts';

/** A client's result in one situation. Plain JSON. */
export interface SituationResult {
  situation: string;
  /**
   * `flaky`: failed, and passed when it ran again. `did not come about`: the client did not meet the event. `error`:
   * the exam itself failed. The last two say nothing about the client.
   */
  verdict: 'passed' | 'failed' | 'flaky' | 'did not come about' | 'error';
  /** Runs, and failed runs. */
  runs: Count;
  failures: Count;
  findings: ExamFinding[];
  /** The machine's slowness as a factor, if it can explain the findings; null otherwise. */
  slowness: Count | null;
  /** Assumptions not met. They fail the exam under `strict` only. */
  warnings: Finding[];
  advice: readonly ExamAdvice[];
  truth: Truth;
  /** Statements from clients with a booking. */
  stated: readonly StatedContent[];
  clients: ClientEnd[];
  /**
   * The clients' exchanges, from the journal.
   *
   * @hidden in reports: `--evidence` writes it
   */
  journal: readonly Exchange[];
  /** @hidden in reports: `--evidence` writes it */
  verdicts: Verdicts;
  /** Calls by the clients. */
  calls: Count;
  durationMs: Milliseconds;
}

/** Advice to the client, as plain JSON. It fails no situation. */
export interface ExamAdvice {
  /** Advice id, for example `secret.in-output`. */
  id: string;
  /** Title of the check behind the advice. */
  check: string;
  /** The recommended way. */
  right: string;
}

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

/** Returns the judge's advice, and advice on secrets in the client output. */
export function adviseOn({ advice }: Pick<Verdicts, 'advice'>, clients: readonly ClientEnd[]): ExamAdvice[] {
  const leaks = clients.some(({ wroteSecret }) => wroteSecret);
  return [...advice.map(({ id, check, right }) => ({ id, check, right })), ...(leaks ? [IN_OUTPUT] : [])];
}

const VERDICTS: Readonly<Partial<Record<ExamFinding['kind'], SituationResult['verdict']>>> = {
  meddling: 'failed',
  idle: 'did not come about',
};
const NO_VERDICTS = verdictsOn([], [], [], true);
const IN_OUTPUT: ExamAdvice = {
  id: 'secret.in-output',
  check: 'the client writes no secret key to its output',
  right: 'Redact the header Authorization before you log a request.',
};
