import { setTimeout as wait } from 'node:timers/promises';
import { monotonicClock } from '../../base/clock.ts';
import { UnavailableError } from '../errors.ts';

/**
 * Repeats a step after a lost connection, for some seconds until the database responds: the step may have taken effect.
 * Only for idempotent steps, such as an insert under a unique key. If the first try took effect, `correct` supplies the
 * result instead.
 */
export async function againIfLost<T>(step: () => Promise<T>, correct: (result: T) => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof UnavailableError && error.isConnectionLost)) throw error;
    return again(async () => correct(await step()), monotonicClock.now() + OUTAGE_MS);
  }
}

async function again<T>(step: () => Promise<T>, until: number): Promise<T> {
  await wait(PAUSE_MS);
  try {
    return await step();
  } catch (error) {
    if (monotonicClock.now() >= until || !(error instanceof UnavailableError)) throw error;
    return again(step, until);
  }
}

/** Longest outage that the step survives. A limit on tries alone would multiply by their time-outs. */
const OUTAGE_MS = 3000;
const PAUSE_MS = 300;
