import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isOfPage, NOBODY } from '../../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import type { Verdicts } from '../judge/verdicts.ts';
import type { BegunSituation, Room } from './begin-situation.ts';
import { beginSituation } from './begin-situation.ts';
import { findWrongContent } from './compare-content.ts';
import type { Control } from './control.ts';
import type { ClientResult, ExamFinding } from './findings.ts';
import {
  findCrashes,
  findDetours,
  findDisturbance,
  findIdleness,
  findMeddling,
  findMisbelief,
  findOwnScenarios,
  findTampering,
  findUntruth,
  fromConduct,
} from './findings.ts';
import { callsIn, countUnlearned, findRebookings, isLost } from './reads.ts';
import type { SituationResult } from './result.ts';
import { adviseOn, nothingSeen } from './result.ts';
import type { Candidate } from './run-client.ts';
import { canComeOfTime } from './second-run.ts';
import type { Situation } from './situation.ts';
import { gradeStatements, readStatement } from './statement.ts';
import { findTruth } from './truth.ts';

/** Examines a client in one situation, on a new profile. Rejects if the sandbox or the harness fails. */
export async function examine(
  situation: Situation,
  candidate: Candidate,
  room: Room,
  signal?: AbortSignal,
): Promise<SituationResult> {
  const begun = await beginSituation(situation, room);
  const clients = await Promise.all(
    begun.assignments.map(async (assignment): Promise<ClientResult> => {
      const end = await candidate.run(assignment, signal);
      return { end, statement: readStatement(end, candidate.exitCodes), trip: assignment.trip };
    }),
  );
  return endSituation(begun, clients);
}

/** Compares the clients' statements with their calls and with the truth. */
export async function endSituation(begun: BegunSituation, clients: readonly ClientResult[]): Promise<SituationResult> {
  const { keys, room } = begun;
  try {
    return await compare(begun, clients);
  } finally {
    // Calls between a profile's two situations count for the second one.
    if (room.keepsProfile !== true) room.watch.end(keys.profileCode);
  }
}

async function compare(begun: BegunSituation, clients: readonly ClientResult[]): Promise<SituationResult> {
  const { situation, control, keys, startedAt, elapsed } = begun;
  const [endedAt, slowness] = [systemClock.now(), begun.slowness()];
  const { sandbox, baseUrl, watch, keepsProfile = false, isShared = false } = begun.room;
  // This call starts after the clients ended, so all their requests have arrived before it.
  const standing = await control.standing();
  const calls = await watch.take(keys.profileCode);
  if (calls.client.length === 0 && (standing !== 'marked' || calls.page.length > 0))
    return nothingSeen(situation, findDisturbance(calls.page), clients, elapsed());
  if (standing !== 'marked') return nothingSeen(situation, findTampering(standing), clients, elapsed());
  // The verdicts wait for running calls, so the journal is complete afterwards.
  const { verdicts, unauthenticated } = await readVerdicts(control, isShared);
  const recorded = await control.journal();
  const ofPages = recorded.filter(isOfPage).map(({ origin, method, path }) => `${method} ${path} from the ${origin}`);
  if (calls.client.length === 0 && ofPages.length > 0)
    return nothingSeen(situation, findDisturbance(ofPages), clients, elapsed());
  const journal = recorded.filter((exchange) => !isOfPage(exchange) && isServed(exchange));
  const unnamed = journal.length === 0 ? await findUnnamed(baseUrl, startedAt) : [];
  await wait(timeLeft(situation, journal, sandbox.clock.now(), slowness));
  const made = callsIn(journal);
  const truth = await findTruth(control, situation.task, made);
  // By now even a slow machine has accepted the last connections.
  const late = await watch.take(keys.profileCode);
  await (keepsProfile ? control.mark() : control.remove());
  // In a shared sandbox, calls without keys can come from any client.
  const strays = isShared ? [] : findingsOf(unauthenticated).filter((finding) => isSince(finding, startedAt));
  const judged = [...findingsOf(verdicts), ...strays, ...unnamed];
  const isKnown = ({ rules, level }: Finding): boolean =>
    judged.some((one) => ['broken', level].includes(one.level) && one.rules.some((rule) => rules.includes(rule)));
  const again = (situation.travellers ?? 1) > 1 ? [] : findRebookings(made);
  const conduct = [...judged, ...again.filter((finding) => !isKnown(finding))];
  const ends = clients.map(({ end }) => end);
  const findings = [
    ...findCrashes(clients),
    ...findMeddling([...calls.client, ...late.client]),
    ...findOwnScenarios(journal),
    ...(isWhole(recorded) ? findIdleness(situation, journal) : []),
    ...findUntruth(situation, truth),
    ...findMisbelief(situation, clients, truth, countUnlearned(made)),
    ...findWrongContent(clients, truth),
    ...fromConduct(distinct(conduct.filter(({ level }) => level === 'broken'))),
  ];
  return {
    situation: situation.name,
    verdict: verdictOn(findings),
    runs: 1,
    failures: verdictOn(findings) === 'failed' ? 1 : 0,
    findings,
    slowness: canComeOfTime(findings, { situation, journal, endedAt, slowness }) ? Math.round(slowness) : null,
    warnings: [
      ...findDetours(situation, truth, made.filter(isLost).length),
      ...distinct(conduct.filter(({ level }) => level === 'warn')),
    ],
    advice: adviseOn(verdicts, ends),
    truth,
    stated: gradeStatements(clients),
    clients: ends,
    calls: journal.length,
    journal,
    verdicts,
    durationMs: elapsed(),
  };
}

/**
 * Reads the verdicts. In a shared sandbox, a process can end before it has written all its calls. Rejects then, and a
 * person repeats the situation.
 */
async function readVerdicts(control: Control, isShared: boolean): ReturnType<Control['verdicts']> {
  for (let left = CONFIRMATIONS; ; left--) {
    const read = await control.verdicts();
    if (!isShared || read.unjudged === null) return read;
    // The rest of the text is advice for profiles without an exam.
    const [reason = ''] = read.unjudged.split('; ');
    if (left === 0) throw new Error(`calls of the app may be missing: ${reason}`);
  }
}

/** Returns the verdict. With a missed event as the only finding, the run says nothing about the client. */
function verdictOn(findings: readonly ExamFinding[]): SituationResult['verdict'] {
  if (findings.length === 0) return 'passed';
  return findings.every(({ kind }) => kind === 'idle') ? 'did not come about' : 'failed';
}

/** Returns the remaining time for work on calls abandoned by their client. */
function timeLeft({ lateMs }: Situation, journal: readonly Exchange[], now: number, slowness: number): number {
  if (lateMs === undefined) return 0;
  const left = journal.filter(({ status }) => status === null);
  return Math.max(0, ...left.map(({ at }) => at + lateMs + MARGIN_MS * slowness - now));
}

/** Returns the judge's findings on calls without a profile, from any client, since an instant. */
async function findUnnamed(baseUrl: string, since: number): Promise<Finding[]> {
  const response = await fetch(`${baseUrl}/_sandbox/profiles/${NOBODY}/verdicts`);
  const { unauthenticated } = (await response.json()) as { unauthenticated: Verdicts };
  return findingsOf(unauthenticated).filter((finding) => isSince(finding, since));
}

/** True for a call to an operation with valid credentials. */
function isServed({ authenticated, operationId }: Exchange): boolean {
  return authenticated !== false && operationId !== null;
}

/** True if everything in a finding happened after an instant. */
function isSince({ exchanges }: Finding, since: number): boolean {
  return exchanges.every(({ at }) => Date.parse(at) >= since);
}

function findingsOf({ rules }: Verdicts): Finding[] {
  return rules.flatMap(({ findings }) => findings);
}

/** True if the journal has all calls. It drops the oldest ones when a client exceeds its limit. */
function isWhole(journal: readonly Exchange[]): boolean {
  return journal[0] === undefined || journal[0].sequence === 1;
}

/** Removes duplicates: a finding about several rules is listed with each. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/** Maximum further reads while another process confirms its calls. */
const CONFIRMATIONS = 5;
/** Time between a delay's end and the booking, on an idle machine. */
const MARGIN_MS = 300;
