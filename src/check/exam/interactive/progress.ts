import { existsSync } from 'node:fs';
import { ConfigError } from '../../../base/config-error.ts';
import { messageOf } from '../../../base/message-of.ts';
import { replacePrivately } from '../../../base/private-file.ts';
import { readJson } from '../../../base/read-json.ts';
import type { Credential } from '../../../config/credential.ts';
import { findFault } from '../../report/find-fault.ts';
import type { ClientName } from '../certificate/certificate.ts';
import type { SituationResult } from '../examine.ts';
import { situationNames } from '../select-situations.ts';
import type { Task } from '../situation.ts';
import { EXAM_VERSION } from '../situation.ts';

/** Progress in a person-led exam. */
interface Progress {
  version: 1;
  exam: number;
  results: SituationResult[];
  /** Skipped situations, by name. The terminal asks for them again when it continues. */
  skipped: string[];
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
  /** Times at which another page took over the exam. */
  takeovers: string[];
}

/**
 * The progress files.
 *
 * @public made into progress.schema.json
 */
export interface ProgressFiles {
  TerminalProgress: TerminalProgress;
  ConsoleProgress: ConsoleProgress;
}

/** Reads a progress file, or creates new progress without one. Throws ConfigError for an unusable file. */
export function readTerminalProgress(file: string | undefined, seed: string): TerminalProgress {
  const progress = file === undefined || !existsSync(file) ? null : readProgress(file, 'TerminalProgress');
  if (progress === null) return { version: 1, exam: EXAM_VERSION, seed, results: [], skipped: [] };
  if (progress.seed === seed) return progress;
  throw new ConfigError(
    `${file} is the progress of an exam with the seed "${progress.seed}", and this one has "${seed}"; pass another ` +
      '--progress, or the same --seed',
  );
}

/** Reads a console exam's progress. Throws ConfigError for an unusable file. */
export function readConsoleProgress(file: string, profileCode: string): ConsoleProgress {
  const progress = readProgress(file, 'ConsoleProgress');
  if (progress.keys.profileCode === profileCode) return progress;
  throw new ConfigError(`${file} is the exam of ${progress.keys.profileCode}, not of ${profileCode}; remove the file`);
}

function readProgress<Kind extends keyof ProgressFiles>(file: string, kind: Kind): ProgressFiles[Kind] {
  const unreadable = (reason: string) => `the progress ${file} cannot be read: ${reason}; remove it to begin again`;
  const progress = readJson(file, unreadable);
  const fault = findFault(progress, SCHEMA, kind);
  if (fault !== null)
    throw new ConfigError(
      `${file} is not the progress of an exam: ${fault}; pass another --progress, or remove the file`,
    );
  const { exam, results } = progress as Progress;
  const names = results.map(({ situation }) => situation);
  const stray = names.find((name, i) => !situationNames.has(name) || names.indexOf(name) !== i);
  if (exam === EXAM_VERSION && stray === undefined) return progress as ProgressFiles[Kind];
  const also = stray === undefined ? '' : ` with an unknown or second result "${stray}"`;
  throw new ConfigError(
    `${file} is the progress of exam ${exam}${also}, and this is exam ${EXAM_VERSION}; continue it with the taxiway ` +
      'that began it, or remove the file',
  );
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

const SCHEMA = 'src/check/exam/interactive/progress.schema.json';
