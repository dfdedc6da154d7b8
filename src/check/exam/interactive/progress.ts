import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from '../../../base/config-error.ts';
import { messageOf } from '../../../base/message-of.ts';
import { writePrivately } from '../../../base/private-file.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { SituationResult } from '../examine.ts';
import { EXAM_VERSION } from '../situation.ts';

/** An interactive exam so far. */
export interface Progress {
  version: 1;
  exam: number;
  /** The keys of the app follow from it. */
  seed: string;
  results: SituationResult[];
}

/** Reads a progress file; a new one if it does not exist. Throws ConfigError for a file that cannot be continued. */
export function readProgress(file: string | undefined, seed: string): Progress {
  if (file === undefined || !existsSync(file)) return { version: 1, exam: EXAM_VERSION, seed, results: [] };
  const progress = parse(file);
  if (!isRecord(progress) || progress['version'] !== 1 || !Array.isArray(progress['results']))
    throw new ConfigError(`${file} is not the progress of an exam; pass another --progress, or remove the file`);
  if (progress['exam'] !== EXAM_VERSION || progress['seed'] !== seed)
    throw new ConfigError(
      `${file} is the progress of exam ${String(progress['exam'])} with the seed "${String(progress['seed'])}", and ` +
        `this is exam ${EXAM_VERSION} with "${seed}"; pass another --progress, or the same --seed`,
    );
  return progress as unknown as Progress;
}

/** Throws ConfigError where it cannot write. */
export function writeProgress(file: string | undefined, progress: Progress): void {
  if (file === undefined) return;
  try {
    writePrivately(file, `${JSON.stringify(progress)}\n`);
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
