import { stopwatch } from './stopwatch.ts';

/**
 * Waits for a turn of the event loop. Of all that wait for one, each turn lets one go on, in the order in which they
 * came: however much long work is under way, a turn has one slice of it.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeFirst);
  });
}

/**
 * For long work that goes on in slices: returns what the work awaits after each of its steps. That is a promise of
 * the next turn once a slice has lasted some milliseconds, and undefined before.
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

function wakeFirst(): void {
  const [first] = waiting.splice(0, 1);
  if (waiting.length > 0) setImmediate(wakeFirst);
  first!();
}

const waiting: (() => void)[] = [];
const SLICE_MS = 5;
