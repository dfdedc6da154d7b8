import { setTimeout as wait } from 'node:timers/promises';
import { UnavailableError } from '../errors.ts';

/**
 * Takes a step again when the connection was lost during it, until the database responds, for some seconds: the step
 * may have been taken. For steps that do nothing the second time, such as an insert under a unique key. `correct`
 * returns the result of the step if it was taken the first time, in place of that of the second time.
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
