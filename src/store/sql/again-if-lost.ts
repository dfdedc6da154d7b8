import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '../errors.ts';

/**
 * Repeats a step after a lost connection, for some seconds until the database responds: the step may have been taken.
 * Only for idempotent steps, such as an insert under a unique key. If the first try took effect, `correct` supplies
 * the result in place of the second try's.
 */
export async function againIfLost<T>(step: () => Promise<T>, correct: (result: T) => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof UnavailableError && error.isConnectionLost)) throw error;
    return again(async () => correct(await step()), TRIES);
  }
}

async function again<T>(step: () => Promise<T>, tries: number): Promise<T> {
  await wait(PAUSE_MS);
  try {
    return await step();
  } catch (error) {
    if (tries === 1 || !(error instanceof UnavailableError)) throw error;
    return again(step, tries - 1);
  }
}

const TRIES = 10;
const PAUSE_MS = 300;
