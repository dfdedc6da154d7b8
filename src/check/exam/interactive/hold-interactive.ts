import { ConfigError } from '../../../base/config-error.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Credential } from '../../../config/credential.ts';
import { count } from '../../report/text.ts';
import { Control } from '../control.ts';
import { ControlWatch } from '../control-watch.ts';
import type { ExamResults } from '../exam.ts';
import type { ExamSandbox, OpenSandbox, Room } from '../examine.ts';
import { examine } from '../examine.ts';
import type { Situation } from '../situation.ts';
import { Left, personCandidate } from './ask-person.ts';
import type { Person } from './person.ts';
import type { Progress } from './progress.ts';
import { readProgress, writeProgress } from './progress.ts';

export interface InteractiveOptions {
  openSandbox: OpenSandbox;
  person: Person;
  situations: readonly Situation[];
  seed: string;
  port: number;
  /** File that keeps the results, to continue later. */
  progress: string | undefined;
  signal: AbortSignal;
}

/**
 * Leads a person through the situations, one after the other, with the same address and keys for all of them. Those
 * that the progress file has are not repeated. Rejects where the sandbox fails, and with ConfigError where the person
 * stops before the end.
 */
export async function holdInteractive(options: InteractiveOptions): Promise<ExamResults> {
  const { openSandbox, person, situations, seed, port, progress: file, signal } = options;
  const elapsed = stopwatch();
  const progress = readProgress(file, seed);
  // The exam itself reads the journal while the person works, so nothing watches the control API.
  const log = { log: 'debug', logFormat: 'json', logTo: new ControlWatch() } as const;
  const sandbox = await openSandbox({ seed, liveMode: false, maxProfiles: 2, ...log, demoCredentials: false });
  signal.addEventListener('abort', () => person.close());
  try {
    const baseUrl = await sandbox.listen({ port });
    const keys = await sandbox.addProfile();
    const room: Room = {
      sandbox: resetting(sandbox, baseUrl, keys),
      baseUrl,
      watch: new ControlWatch(),
      keepsProfile: true,
    };
    const candidate = personCandidate(person, async () => (await new Control(baseUrl, keys).journal()).length);
    const left = situations.filter(({ name }) => !progress.results.some((one) => one.situation === name));
    person.show(introduce(baseUrl, keys, situations.length - left.length, left.length));
    for (const [i, situation] of left.entries()) {
      // The person does not learn what is armed, as the app does not.
      person.show(`\n${situations.length - left.length + i + 1}/${situations.length}`);
      try {
        const result = await examine(situation, candidate, room);
        progress.results.push(result);
        writeProgress(file, progress);
      } catch (error) {
        if (!(error instanceof Left)) throw error;
        if (error.how === 'stopped') throw stoppedAfter(progress, file);
      }
    }
  } finally {
    person.close();
    await sandbox.close();
  }
  const results = situations.flatMap(({ name }) => progress.results.find((one) => one.situation === name) ?? []);
  return { results, durationMs: elapsed() };
}

function stoppedAfter({ results }: Progress, file: string | undefined): ConfigError {
  const next = file === undefined ? 'pass --progress <file> to keep them' : 'the same command continues there';
  return new ConfigError(`stopped after ${count(results.length, 'situation')}; no report was written; ${next}`);
}

/** The sandbox with one profile for all situations: an app is built with its keys. */
function resetting(sandbox: ExamSandbox, baseUrl: string, keys: Credential): ExamSandbox {
  return {
    clock: sandbox.clock,
    listen: (options) => sandbox.listen(options),
    close: () => sandbox.close(),
    async addProfile() {
      await new Control(baseUrl, keys).reset();
      return keys;
    },
  };
}

function introduce(baseUrl: string, keys: Credential, done: number, left: number): string {
  const { secretKey, publicKey, profileCode } = keys;
  return [
    'Set up the app once with:',
    `  base URL       ${baseUrl}`,
    `  Authorization  Bearer ${secretKey}`,
    `  X-Service-Id   ${publicKey}:${profileCode}`,
    `${count(left, 'situation')} to go${done > 0 ? `, ${done} done before` : ''}. Start each one with a new search.`,
  ].join('\n');
}
