import { existsSync } from 'node:fs';
import { ConfigError } from '../../../base/config-error.ts';
import { messageOf } from '../../../base/message-of.ts';
import { replacePrivately } from '../../../base/private-file.ts';
import { readJson } from '../../../base/read-json.ts';
import { findFault } from '../../report/find-fault.ts';
import type { SituationResult } from '../result.ts';
import { EXAM_VERSION } from '../situation.ts';
import { situationNames } from '../situations.ts';

/**
 * An exam's progress at the terminal, in the `--progress` file.
 *
 * @public made into progress.schema.json
 */
export interface TerminalProgress {
  version: 1;
  exam: number;
  results: SituationResult[];
  /** Skipped situations, by name. The terminal asks for them again when it continues. */
  skipped: string[];
  /** Source for the app's keys. */
  seed: string;
}

/** Reads a progress file, or creates new progress without one. Throws ConfigError for an unusable file. */
export function readTerminalProgress(file: string | undefined, seed: string): TerminalProgress {
  if (file === undefined || !existsSync(file))
    return { version: 1, exam: EXAM_VERSION, seed, results: [], skipped: [] };
  const progress = readProgress(file);
  if (progress.seed === seed) return progress;
  throw new ConfigError(
    `${file} is the progress of an exam with the seed "${progress.seed}", and this one has "${seed}"; pass another ` +
      '--progress, or the same --seed',
  );
}

function readProgress(file: string): TerminalProgress {
  const unreadable = (reason: string) => `the progress ${file} cannot be read: ${reason}; remove it to begin again`;
  const progress = readJson(file, unreadable);
  const fault = findFault(progress, SCHEMA);
  if (fault !== null)
    throw new ConfigError(
      `${file} is not the progress of an exam: ${fault}; pass another --progress, or remove the file`,
    );
  const { exam, results } = progress as TerminalProgress;
  const names = results.map(({ situation }) => situation);
  const stray = names.find((name, i) => !situationNames.has(name) || names.indexOf(name) !== i);
  if (exam === EXAM_VERSION && stray === undefined) return progress as TerminalProgress;
  const also = stray === undefined ? '' : ` with an unknown or second result "${stray}"`;
  throw new ConfigError(
    `${file} is the progress of exam ${exam}${also}, and this is exam ${EXAM_VERSION}; continue it with the taxiway ` +
      'that began it, or remove the file',
  );
}

/** Throws ConfigError if it cannot write. */
export function writeProgress(file: string | undefined, progress: TerminalProgress): void {
  if (file === undefined) return;
  try {
    replacePrivately(file, `${JSON.stringify(progress)}\n`);
  } catch (error) {
    throw new ConfigError(`the progress cannot be written to ${file}: ${messageOf(error)}; pass another --progress`);
  }
}

const SCHEMA = 'src/check/exam/interactive/progress.schema.json';
