import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from '../../../base/config-error.ts';
import { messageOf } from '../../../base/message-of.ts';
import { replacePrivately } from '../../../base/private-file.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { Credential } from '../../../config/credential.ts';
import type { ClientName } from '../certificate/certificate.ts';
import type { SituationResult } from '../examine.ts';
import type { Task } from '../situation.ts';
import { EXAM_VERSION } from '../situation.ts';

/** Progress in a person-led exam. */
interface Progress {
  version: 1;
  exam: number;
  results: SituationResult[];
}

/** An exam at the terminal. */
export interface TerminalProgress extends Progress {
  /** Source for the app's keys. */
  seed: string;
}

/** An exam at the console. */
export interface ConsoleProgress extends Progress {
  client: ClientName;
  tasks: readonly Task[];
  only: readonly string[];
  keys: Credential;
  pageKey: string;
  startedAt: string;
  durationMs: number;
  /** Skipped situations, by name. */
  skipped: string[];
  /** Times at which another page took over the exam. */
  takeovers: string[];
}

/** Reads a progress file, or creates new progress without one. Throws ConfigError for an unusable file. */
export function readTerminalProgress(file: string | undefined, seed: string): TerminalProgress {
  const progress = file === undefined ? null : readProgress<TerminalProgress>(file);
  if (progress === null) return { version: 1, exam: EXAM_VERSION, seed, results: [] };
  if (progress.exam !== EXAM_VERSION || progress.seed !== seed)
    throw new ConfigError(
      `${file} is the progress of exam ${String(progress.exam)} with the seed "${String(progress.seed)}", and ` +
        `this is exam ${EXAM_VERSION} with "${seed}"; pass another --progress, or the same --seed`,
    );
  return progress;
}

/** Reads a console exam's progress; null without one. Throws ConfigError for another file. */
export function readConsoleProgress(file: string): ConsoleProgress | null {
  const progress = readProgress<ConsoleProgress>(file);
  if (progress === null || isRecord(progress.keys)) return progress;
  throw notOne(file);
}

function readProgress<Own extends Progress>(file: string): Own | null {
  if (!existsSync(file)) return null;
  const progress = parse(file);
  if (!isRecord(progress) || progress['version'] !== 1 || !Array.isArray(progress['results'])) throw notOne(file);
  return progress as unknown as Own;
}

function notOne(file: string): ConfigError {
  return new ConfigError(`${file} is not the progress of an exam; pass another --progress, or remove the file`);
}

/** Throws ConfigError if it cannot write. */
export function writeProgress(file: string | undefined, progress: TerminalProgress | ConsoleProgress): void {
  if (file === undefined) return;
  try {
    replacePrivately(file, `${JSON.stringify(progress)}\n`);
  } catch (error) {
    throw new ConfigError(`the progress cannot be written to ${file}: ${messageOf(error)}; pass another --progress`);
  }
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new ConfigError(`the progress ${file} cannot be read: ${messageOf(error)}; remove it to begin again`);
  }
}
