import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import type { Credential } from '../../config/credential.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import type { Verdicts } from '../judge/verdicts.ts';
import type { Count, Milliseconds } from '../report/quantities.ts';
import type { ExamAdvice } from './advice.ts';
import { adviseOn } from './advice.ts';
import { findWrongContent } from './compare-content.ts';
import { Control } from './control.ts';
import type { ControlWatch } from './control-watch.ts';
import type { ClientResult, ExamFinding } from './findings.ts';
import {
  findCrashes,
  findExamError,
  findIdleness,
  findMeddling,
  findMisbelief,
  findTampering,
  findUntruth,
  fromConduct,
} from './findings.ts';
import type { StatedContent } from './grade.ts';
import { gradeStatements } from './grade.ts';
import { readStatement } from './protocol.ts';
import { callsIn, countUnlearned } from './reads.ts';
import type { Candidate } from './run-client.ts';
import type { ClientEnd } from './run-client.ts';
import type { Situation } from './situation.ts';
import { tripFor } from './trip.ts';
import type { Truth } from './truth.ts';
import { findTruth } from './truth.ts';

/** Opens a sandbox for situations. The caller of the exam has one: the exam knows the service from outside only. */
export type OpenSandbox = (settings: {
  seed: string;
  liveMode: boolean;
  maxProfiles: number;
  log: 'debug';
  logFormat: 'json';
  logTo: { write(line: string): void };
  demoCredentials: boolean;
}) => Promise<ExamSandbox>;

/** The parts of a sandbox that the exam uses in addition to its control API. */
export interface ExamSandbox {
  clock: Clock;
  addProfile(): Promise<Credential>;
  /** Resolves with its base URL. */
  listen(options?: { port?: number }): Promise<string>;
  close(): Promise<void>;
}

/** A sandbox that listens. */
export interface Room {
  sandbox: ExamSandbox;
  baseUrl: string;
  watch: ControlWatch;
  /** True if one profile serves all situations. */
  keepsProfile?: boolean;
}

/** How a client fared in one situation. Plain JSON. */
export interface SituationResult {
  situation: string;
  /**
   * `flaky`: it failed, and passed when it ran again. `did not come about`, `error`: nothing can be said, because the
   * client did not meet the event, or the exam itself failed.
   */
  verdict: 'passed' | 'failed' | 'flaky' | 'did not come about' | 'error';
  /** Number of runs, and number of failed runs. */
  runs: Count;
  failures: Count;
  findings: ExamFinding[];
  /** Assumptions that were not met; they fail the exam under `strict` only. */
  warnings: Finding[];
  advice: readonly ExamAdvice[];
  truth: Truth;
  /** Statements of the clients that report a booking. */
  stated: readonly StatedContent[];
  clients: ClientEnd[];
  /**
   * What they called and got, as the journal has it.
   *
   * @hidden in reports: `--evidence` writes it
   */
  journal: readonly Exchange[];
  /** @hidden in reports: `--evidence` writes it */
  verdicts: Verdicts;
  /** How many calls they made. */
  calls: Count;
  durationMs: Milliseconds;
}

/** Examines a client in one situation, on a new profile. Rejects where the sandbox or the harness fails. */
export async function examine(
  situation: Situation,
  candidate: Candidate,
  { sandbox, baseUrl, watch, keepsProfile = false }: Room,
  signal?: AbortSignal,
): Promise<SituationResult> {
  const elapsed = stopwatch();
  const startedAt = sandbox.clock.now();
  const keys = await sandbox.addProfile();
  const control = new Control(baseUrl, keys);
  await control.mark();
  if (situation.armed !== '') await control.arm(situation.armed);
  watch.begin(keys.profileCode);
  const clients = await Promise.all(
    Array.from({ length: situation.travellers ?? 1 }, async (_, i): Promise<ClientResult> => {
      const trip = tripFor(situation, i + 1, startedAt);
      const assignment = { baseUrl, keys, task: situation.task, traveller: i + 1, trip };
      const end = await candidate.run(assignment, signal);
      return { end, statement: readStatement(end, candidate.exitCodes), trip };
    }),
  );
  const meddling = watch.end(keys.profileCode);
  const standing = await control.standing();
  if (standing !== 'marked') return tampered(situation, clients, standing, elapsed());
  const { verdicts, unauthenticated } = await control.verdicts();
  const journal = await control.journal();
  const unnamed = journal.length === 0 ? await findUnnamed(baseUrl, startedAt) : [];
  await wait(timeLeft(situation, journal, sandbox.clock.now()));
  const truth = await findTruth(control, situation.task, journal);
  if (!keepsProfile) await control.remove();
  const conduct = [...[verdicts, unauthenticated].flatMap(findingsOf), ...unnamed];
  const ends = clients.map(({ end }) => end);
  const findings = [
    ...findCrashes(clients),
    ...findMeddling(meddling),
    ...(isWhole(journal) ? findIdleness(situation, journal) : []),
    ...findUntruth(situation, truth),
    ...findMisbelief(situation, clients, truth, countUnlearned(callsIn(journal))),
    ...findWrongContent(clients, truth),
    ...fromConduct(distinct(conduct.filter(({ level }) => level === 'broken'))),
  ];
  return {
    situation: situation.name,
    verdict: verdictOn(findings),
    runs: 1,
    failures: verdictOn(findings) === 'failed' ? 1 : 0,
    findings,
    warnings: distinct(conduct.filter(({ level }) => level === 'warn')),
    advice: adviseOn(verdicts, ends, keys.secretKey),
    truth,
    stated: gradeStatements(clients),
    clients: ends,
    calls: journal.length,
    journal,
    verdicts,
    durationMs: elapsed(),
  };
}

/** Where nothing is wrong but that the event did not come about, nothing can be said. */
function verdictOn(findings: readonly ExamFinding[]): SituationResult['verdict'] {
  if (findings.length === 0) return 'passed';
  return findings.every(({ kind }) => kind === 'idle') ? 'did not come about' : 'failed';
}

/** Nothing is left of what the clients did. */
function tampered(
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

/** Returns the result where the exam itself failed, so that nothing is known of the clients. */
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
    warnings: [],
    advice: [],
    truth: { made: [], alive: [], ended: [], pending: 0, names: [], contents: [] },
    stated: [],
    clients: [],
    calls: 0,
    journal: [],
    verdicts: { exchanges: 0, decided: 0, summary: NO_RULES, rules: [], advice: [] },
    durationMs,
  };
}

const NO_RULES = { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 };

/** How long the work of calls that their client left may still go on. */
function timeLeft({ lateMs }: Situation, journal: readonly Exchange[], now: number): number {
  if (lateMs === undefined) return 0;
  const left = journal.filter(({ status }) => status === null);
  return Math.max(0, ...left.map(({ at }) => at + lateMs + MARGIN_MS - now));
}

/** What the judge found in calls that name no profile, of any client, since an instant. */
async function findUnnamed(baseUrl: string, since: number): Promise<Finding[]> {
  const response = await fetch(`${baseUrl}/_sandbox/verdicts`);
  const { verdicts } = (await response.json()) as { verdicts: Verdicts };
  return findingsOf(verdicts).filter(({ exchanges }) => exchanges.every(({ at }) => Date.parse(at) >= since));
}

function findingsOf({ rules }: Verdicts): Finding[] {
  return rules.flatMap(({ findings }) => findings);
}

/** The journal drops the oldest calls of a client that makes very many. */
function isWhole(journal: readonly Exchange[]): boolean {
  return journal[0] === undefined || journal[0].sequence === 1;
}

/** A finding about several rules is listed with each of them. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/** Between the end of a delay and the booking. */
const MARGIN_MS = 300;
