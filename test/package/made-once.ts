import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';

/**
 * Returns a folder that `make` has filled: once in a run of vitest, for the first file that requests it, while others
 * wait. Each of them throws an Error if it could not be made.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(inject('madeOnce'), name);
  const [folder, outcome] = [join(place, 'made'), join(place, 'outcome')];
  if (isFirst(place)) {
    mkdirSync(folder);
    // Others see it complete or not at all.
    writeFileSync(`${outcome}-unfinished`, await failureOf(make(folder)));
    renameSync(`${outcome}-unfinished`, outcome);
  }
  await vi.waitUntil(() => existsSync(outcome), { timeout: LONGEST_MS, interval: 100 });
  const failure = readFileSync(outcome, 'utf8');
  if (failure !== '') throw new Error(`${name} cannot be made: ${failure}`);
  return folder;
}

function isFirst(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function failureOf(making: Promise<void>): Promise<string> {
  return making.then(
    () => '',
    (error: unknown) => String(error),
  );
}

const LONGEST_MS = 170_000;
