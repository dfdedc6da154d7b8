import { stopwatch } from './stopwatch.ts';

/**
 * Waits for a turn of the event loop. Each turn resumes one waiting task, in call order: a turn runs one slice, however
 * much work there is.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeFirst);
  });
}

/**
 * Divides long work into slices. Returns a function; the work awaits its result after each step: a promise for the next
 * turn once a slice has lasted some milliseconds, and undefined before.
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

/** Returns a function for running work piece by piece, in call order. */
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
