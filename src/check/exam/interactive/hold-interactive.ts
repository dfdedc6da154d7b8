import { ConfigError } from '../../../base/config-error.ts';
import { freshSeed } from '../../../base/ids.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Credential } from '../../../config/credential.ts';
import type { StoredExam } from '../../../store/exams.ts';
import { count, plain } from '../../report/text.ts';
import type { OpenSandbox } from '../begin-situation.ts';
import { ControlWatch } from '../control-watch.ts';
import type { ExamResults } from '../exam.ts';
import type { Situation } from '../situation.ts';
import type { Person } from './ask-person.ts';
import { askAgain, askPerson, describeResult, Left } from './ask-person.ts';
import type { HostedExamOptions, LedExam } from './hosted-exam.ts';
import { HostedExam, newExam } from './hosted-exam.ts';
import type { TerminalProgress } from './progress.ts';
import { readTerminalProgress, writeProgress } from './progress.ts';

export interface InteractiveOptions extends Pick<LedExam, 'client' | 'only' | 'startedAt'> {
  openSandbox: OpenSandbox;
  person: Person;
  situations: readonly Situation[];
  seed: string;
  port: number;
  version: string;
  /** Results file, to continue later. */
  progress: string | undefined;
  signal: AbortSignal;
}

/**
 * Leads a person through the situations, one after the other, with one address and one key pair. Skips those already in
 * the progress file. Rejects if the sandbox fails, and with ConfigError if the person stops early.
 */
export async function holdInteractive(options: InteractiveOptions): Promise<ExamResults> {
  const { openSandbox, person, situations, seed, port, version, progress: file, signal } = options;
  const elapsed = stopwatch();
  const progress = readTerminalProgress(file, seed);
  const watch = new ControlWatch();
  const settings = { seed, liveMode: false, maxProfiles: 2, log: 'silent', demoCredentials: false, watch } as const;
  const sandbox = await openSandbox(settings);
  signal.addEventListener('abort', () => person.close());
  try {
    const baseUrl = await sandbox.listen({ port });
    const keys = await sandbox.addProfile();
    const { client, only, startedAt } = options;
    const tasks = [...new Set(situations.map(({ task }) => task))];
    const start = newExam({ client, only, startedAt, tasks, keys, pageKey: freshSeed() });
    const row = {
      profileCode: keys.profileCode,
      revision: freshSeed(),
      exam: JSON.stringify({ ...start, results: progress.results }),
    };
    const rows = rowsIn(file, progress, row);
    const room = { clock: sandbox.clock, baseUrl, watch };
    const works = { running: new Set<string>(), isStopped: false };
    const exam = new HostedExam(row, { room, version, rows, works, keepsEvidence: true });
    const done = situations.filter(({ name }) => progress.results.some(({ situation }) => situation === name)).length;
    const before = progress.skipped.splice(0);
    person.show(introduce(baseUrl, keys, { done, left: situations.length - done, skipped: before }));
    await leadThrough(exam, person);
  } catch (error) {
    throw error instanceof Left ? stoppedAfter(progress, file) : error;
  } finally {
    person.close();
    await sandbox.close();
  }
  const results = situations.flatMap(({ name }) => progress.results.find((one) => one.situation === name) ?? []);
  return { results, durationMs: elapsed() };
}

/** Returns the exam's row, with its results in the file. */
function rowsIn(file: string | undefined, progress: TerminalProgress, row: StoredExam): HostedExamOptions['rows'] {
  return {
    list: () => Promise.resolve([row]),
    async replace(next) {
      Object.assign(row, next);
      const { results, skipped } = JSON.parse(next.exam) as LedExam;
      const isNew = results.length + skipped.length > progress.results.length + progress.skipped.length;
      Object.assign(progress, { results, skipped });
      if (isNew) writeProgress(file, progress);
      return Promise.resolve(true);
    },
    mark: () => Promise.resolve(() => Promise.resolve()),
    isMarked: () => Promise.resolve(false),
  };
}

/** Leads through all situations. A situation that fails is prepared again. Rejects with Left if the person stops. */
async function leadThrough(exam: HostedExam, person: Person): Promise<void> {
  for (await exam.goOn(); ;) {
    await exam.prepared();
    const { open, progress, situations } = exam;
    if (progress.phase === 'over') return;
    if (open === null) {
      await askAgain(person, progress.failure ?? '');
      await exam.retry(progress.keys);
      continue;
    }
    // Neither the person nor the app learns the armed scenarios before the result.
    person.show(`\n${open.number}/${situations.length}`);
    try {
      await exam.state(open.number, await askPerson(person, open, () => exam.countCalls()));
      const result = exam.progress.results.at(progress.results.length);
      if (result) person.show(describeResult(result));
    } catch (error) {
      if (!(error instanceof Left) || error.how === 'stopped') throw error;
      await exam.skip(open.number);
    }
  }
}

function stoppedAfter({ results }: TerminalProgress, file: string | undefined): ConfigError {
  const next = file === undefined ? 'pass --progress <file> to keep them' : 'the same command continues from there';
  return new ConfigError(`stopped after ${count(results.length, 'situation')}; no report was written; ${next}`);
}

interface ToDo {
  done: number;
  left: number;
  /** Situations skipped before, by name. */
  skipped: readonly string[];
}

function introduce(baseUrl: string, keys: Credential, { done, left, skipped }: ToDo): string {
  const { secretKey, publicKey, profileCode } = keys;
  return [
    'Set up the app once with:',
    `  base URL       ${baseUrl}`,
    `  Authorization  Bearer ${secretKey}`,
    `  X-Service-Id   ${publicKey}:${profileCode}`,
    `${count(left, 'situation')} to go${done > 0 ? `, ${done} done before` : ''}. Start each one with a new search.`,
    ...(skipped.length > 0 ? [`Skipped before, and asked again: ${skipped.map(plain).join(', ')}`] : []),
  ].join('\n');
}
