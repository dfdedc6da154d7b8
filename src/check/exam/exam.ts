import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../../base/config-error.ts';
import { freshSeed } from '../../base/ids.ts';
import { measureBusy, processors } from '../../base/processors.ts';
import { stopwatch } from '../../base/stopwatch.ts';
import { count, cut, plain } from '../report/text.ts';
import type { ExamSandbox, OpenSandbox, Room } from './begin-situation.ts';
import { ControlWatch } from './control-watch.ts';
import { examine } from './examine.ts';
import type { Discovery, Try } from './explore.ts';
import { drawEvents, shrink, toSituation } from './explore.ts';
import { findExamError } from './findings.ts';
import type { SituationResult } from './result.ts';
import { nothingSeen } from './result.ts';
import type { Candidate } from './run-client.ts';
import { isDisturbed, settle } from './second-run.ts';
import type { Situation, Task } from './situation.ts';

export interface ExamOptions {
  openSandbox: OpenSandbox;
  candidate: Candidate;
  situations: readonly Situation[];
  /** Maximum situations at the same time. More than one for each processor start only while `isBusy` is false. */
  parallel: number;
  /** True if the processors were busy since its previous call; measured when left out. */
  isBusy?: () => boolean;
  seed: string;
  signal?: AbortSignal | undefined;
  /** Called with each final result, as soon as it exists. */
  onResult?: (result: SituationResult, situation: Situation) => void;
}

export interface ExamResults {
  results: SituationResult[];
  durationMs: number;
}

/**
 * Examines a client in several situations at once, each on a separate profile. A situation with a failure while others
 * run is run again alone, and both results count (`combine`). If the exam itself fails, the situation runs a second
 * time and then counts as an error; the others continue. Results have the situations' order. Rejects with ConfigError
 * if the client cannot start.
 */
export async function holdExam(options: ExamOptions): Promise<ExamResults> {
  const { openSandbox, candidate, situations, parallel, seed, signal, onResult } = options;
  const pace = { parallel, isBusy: options.isBusy ?? measureBusy(), signal };
  const elapsed = stopwatch();
  const rooms = new Map<boolean, Promise<OwnRoom>>();
  const roomFor = ({ live = false }: Situation) => {
    const room = rooms.get(live) ?? openRoom(openSandbox, live, seed, 8 * situations.length + 10);
    rooms.set(live, room);
    return room;
  };
  const run = (situation: Situation) =>
    examineAgain(situation, async () => examine(situation, candidate, await roomFor(situation), signal));
  const results = new Map<Situation, SituationResult>();
  try {
    const keep = (situation: Situation, result: SituationResult) => {
      results.set(situation, result);
      onResult?.(result, situation);
    };
    const again: { situation: Situation; first: SituationResult }[] = [];
    const { starts, rest } = startsFirst(situations);
    const started: SituationResult[] = [];
    await inParallel([...starts, ...rest], pace, async (situation) => {
      const result = await run(situation);
      if (rest.length > 0 && starts.includes(situation) && started.push(result) === starts.length && !signal?.aborted)
        refuseFalseStart(started, `the other ${count(rest.length, 'situation')} were`);
      if (result.verdict !== 'passed' && (parallel > 1 || isDisturbed(result)))
        again.push({ situation, first: result });
      else keep(situation, result);
    });
    await inParallel(again, { ...pace, parallel: 1 }, async ({ situation, first }) => {
      keep(situation, await settle(first, () => run(situation), signal));
    });
  } finally {
    for (const opening of await Promise.allSettled(rooms.values()))
      if (opening.status === 'fulfilled') await opening.value.sandbox.close();
  }
  return { results: situations.flatMap((situation) => results.get(situation) ?? []), durationMs: elapsed() };
}

export interface ExploreOptions extends Omit<ExamOptions, 'situations' | 'onResult'> {
  runs: number;
  tasks: readonly Task[];
  onRun?: (done: number, failed: boolean) => void;
}

/**
 * Runs a client under random events, and shrinks each failed run. A failed run is repeated alone first. If it passes
 * then, the discovery keeps its original events. Discoveries with the same shortest events are listed once. Rejects
 * like holdExam.
 */
export async function explore(options: ExploreOptions): Promise<Discovery[]> {
  const { openSandbox, candidate, runs, tasks, parallel, seed, signal, onRun } = options;
  const pace = { parallel, isBusy: options.isBusy ?? measureBusy(), signal };
  const found = new Map<string, Discovery>();
  const room = await openRoom(openSandbox, false, seed, runs * 20);
  const attempt: Try = async (situation) => {
    const result = await examineAgain(situation, () => examine(situation, candidate, room, signal));
    // Only a result can be shrunk, and a run without one must not look like a passed one.
    if (result.verdict === 'error') throw new Error(result.findings[0]?.message);
    return result;
  };
  const failed: { task: Task; events: string[]; first: SituationResult }[] = [];
  let done = 0;
  try {
    const started: SituationResult[] = [];
    await inParallel(tasks, pace, async (task) => void started.push(await attempt(toSituation(task, []))));
    if (!signal?.aborted) refuseFalseStart(started, `the ${count(runs, 'run')} were`);
    await inParallel([...Array(runs).keys()], pace, async (n) => {
      const { task, events } = drawEvents(seed, n, tasks);
      const result = await attempt(toSituation(task, events));
      if (result.verdict === 'failed') failed.push({ task, events, first: result });
      onRun?.(++done, result.verdict === 'failed');
    });
    for (const { task, events, first } of failed) {
      if (signal?.aborted) break;
      const both = await settle(first, () => attempt(toSituation(task, events)), signal);
      if (both.failures === 0) continue;
      const isAgain = both.failures === both.runs;
      const { shortest, result } = isAgain
        ? await shrink(task, events, both, attempt)
        : { shortest: events, result: both };
      found.set(`${task} ${shortest.join()}`, { task, events, shortest, result });
    }
  } finally {
    await room.sandbox.close();
  }
  return [...found.values()];
}

/** Examines a client again on a new profile if the exam itself fails. Rejects only with ConfigError. */
async function examineAgain(situation: Situation, attempt: () => Promise<SituationResult>): Promise<SituationResult> {
  const elapsed = stopwatch();
  const refuse = (error: unknown): SituationResult => {
    if (error instanceof ConfigError) throw error;
    return nothingSeen(situation, findExamError(error), [], elapsed());
  };
  const first = await attempt().catch(refuse);
  return first.verdict === 'error' ? attempt().catch(refuse) : first;
}

/** Returns the situations in the order in which they run: the first of each task before the rest. */
function startsFirst(situations: readonly Situation[]): { starts: Situation[]; rest: Situation[] } {
  const starts = situations.filter(({ task }, i) => situations.findIndex((one) => one.task === task) === i);
  return { starts, rest: situations.filter((situation) => !starts.includes(situation)) };
}

/**
 * Throws ConfigError if the client crashed in every task's first situation without any call. Such a client cannot
 * start, and the rest (`notRun`) would have the same result. A client with a statement may continue.
 */
function refuseFalseStart(results: readonly SituationResult[], notRun: string): void {
  const [first] = results;
  if (first === undefined || !results.every(isFalseStart)) return;
  const [client] = first.clients.toReversed();
  const how = client?.how === 'exited' ? `exit code ${client.exitCode}` : `${client?.how}, ${client?.reason}`;
  throw new ConfigError(
    [
      `the client ran once for each task, ended with ${how} and made no call; ${notRun} not run`,
      ...endOf(client?.stderr || client?.stdout || ''),
      'Run the client by itself until it starts. It finds the service at TAXIWAY_BASE_URL.',
    ].join('\n'),
  );
}

/**
 * True if the client crashed without any call. A call without the profile's keys is missing from the journal, but has a
 * finding.
 */
function isFalseStart({ calls, findings }: SituationResult): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  return calls === 0 && kinds.has('crash') && !kinds.has('hang') && !kinds.has('conduct');
}

function endOf(text: string): string[] {
  const lines = text.trimEnd().split('\n').slice(-MAX_LINES).map(plain);
  return lines.filter((line) => line !== '').map((line) => `| ${cut(line, 160)}`);
}

/** A room with a sandbox owned by the exam. */
interface OwnRoom extends Room {
  sandbox: ExamSandbox;
}

async function openRoom(openSandbox: OpenSandbox, liveMode: boolean, seed: string, profiles: number): Promise<OwnRoom> {
  const maxProfiles = Math.min(profiles, MOST_PROFILES);
  const watch = new ControlWatch();
  // Fresh keys and ids: with keys from the seed, a client could recognise its situation.
  const settings = { seed, idSeed: freshSeed(), liveMode, maxProfiles, watch } as const;
  const sandbox = await openSandbox({ ...settings, log: 'silent', demoCredentials: false });
  return { sandbox, baseUrl: await sandbox.listen(), watch, key: freshSeed() };
}

/**
 * Processes a list, several items at once: one for each processor, and further ones while the processors are not busy.
 * Stops after the first failure, or on the signal.
 */
async function inParallel<Item>(
  items: readonly Item[],
  { parallel, isBusy, signal }: Required<Pick<ExamOptions, 'parallel' | 'isBusy'>> & Pick<ExamOptions, 'signal'>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed = false;
  for (const item of items) {
    while (!failed && !signal?.aborted && running.size >= Math.min(parallel, processors)) {
      if (running.size >= parallel) await Promise.race(running);
      else if (await wait(LOAD_MS).then(() => !isBusy())) break;
    }
    if (failed || signal?.aborted) break;
    const one = work(item).then(() => void running.delete(one));
    one.catch(() => (failed = true));
    running.add(one);
  }
  await Promise.all(running);
}

/** Maximum profiles in a sandbox. */
const MOST_PROFILES = 100_000;
/** Time to measure the load before each situation beyond the number of processors. */
const LOAD_MS = 100;
/** Maximum lines per error; enough for its stack. */
const MAX_LINES = 20;
