import { ConfigError } from '../../../base/config-error.ts';
import { freshSeed } from '../../../base/ids.ts';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Credential } from '../../../config/credential.ts';
import { count, plain } from '../../report/text.ts';
import type { OpenSandbox } from '../begin-situation.ts';
import { ControlWatch } from '../control-watch.ts';
import type { ExamResults } from '../exam.ts';
import { causesOf } from '../findings.ts';
import type { Situation } from '../situation.ts';
import { askAgain, askPerson, describeResult, Left } from './ask-person.ts';
import type { Person } from './person.ts';
import { personRoom } from './person-room.ts';
import type { TerminalProgress } from './progress.ts';
import { readTerminalProgress, writeProgress } from './progress.ts';
import { Sitting } from './sitting.ts';

export interface InteractiveOptions {
  openSandbox: OpenSandbox;
  person: Person;
  situations: readonly Situation[];
  seed: string;
  port: number;
  /** Results file, to continue later. */
  progress: string | undefined;
  signal: AbortSignal;
}

/**
 * Leads a person through the situations, one after the other, with one address and one key pair. Skips those already in
 * the progress file. Rejects if the sandbox fails, and with ConfigError if the person stops early.
 */
export async function holdInteractive(options: InteractiveOptions): Promise<ExamResults> {
  const { openSandbox, person, situations, seed, port, progress: file, signal } = options;
  const elapsed = stopwatch();
  const progress = readTerminalProgress(file, seed);
  const watch = new ControlWatch();
  const settings = { seed, liveMode: false, maxProfiles: 2, log: 'silent', demoCredentials: false, watch } as const;
  const sandbox = await openSandbox(settings);
  signal.addEventListener('abort', () => person.close());
  try {
    const baseUrl = await sandbox.listen({ port });
    const keys = await sandbox.addProfile();
    const room = personRoom({ clock: sandbox.clock, baseUrl, keys, watch, key: freshSeed() });
    const before = progress.skipped.splice(0);
    const sitting = new Sitting(room, situations, progress.results, progress.skipped);
    const done = situations.filter((situation) => sitting.resultOf(situation) !== undefined).length;
    person.show(introduce(baseUrl, keys, { done, left: situations.length - done, skipped: before }));
    await leadThrough(sitting, person, () => writeProgress(file, progress));
  } catch (error) {
    throw error instanceof Left ? stoppedAfter(progress, file) : error;
  } finally {
    person.close();
    await sandbox.close();
  }
  const results = situations.flatMap(({ name }) => progress.results.find((one) => one.situation === name) ?? []);
  return { results, durationMs: elapsed() };
}

/** Leads through all situations. A situation that fails is prepared again. Rejects with Left if the person stops. */
async function leadThrough(sitting: Sitting, person: Person, keep: () => void): Promise<void> {
  for (;;) {
    try {
      const open = await sitting.next();
      if (open === null) return;
      // Neither the person nor the app learns the armed scenarios before the result.
      person.show(`\n${open.number}/${sitting.situations.length}`);
      const result = await sitting.state(await askPerson(person, open.assignment, () => sitting.countCalls()));
      keep();
      person.show(describeResult(result));
    } catch (error) {
      if (error instanceof ConfigError || (error instanceof Left && error.how === 'stopped')) throw error;
      if (error instanceof Left) {
        await sitting.skip();
        keep();
      } else await askAgain(person, causesOf(error).join(': '));
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
