import { stopwatch } from './stopwatch.ts';

/**
 * Waits for a turn of the event loop. Each turn resumes one waiting task, in the order of the calls: whatever the
 * amount of long work, a turn has one slice of it.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeFirst);
  });
}

/**
 * For long work in slices: returns what the work awaits after each step. That is a promise of the next turn once a
 * slice has lasted some milliseconds, and undefined before.
 */
export function inSlices(): () => Promise<void> | undefined {
  let elapsed = stopwatch();
  return () => {
    if (elapsed() < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      elapsed = stopwatch();
    });
  };
}

/** Returns a function that runs pieces of work one after the other, in the order of its calls. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

function wakeFirst(): void {
  const first = waiting.shift();
  if (waiting.length > 0) setImmediate(wakeFirst);
  first?.();
}

const waiting: (() => void)[] = [];
const SLICE_MS = 5;
