import { useEffect, useRef, useState } from 'preact/hooks';
import { ControlError } from '../api/client.ts';
import { isPassing, pauseAfter } from './retry.ts';
import { isQuiet } from './sandbox.ts';

export interface Loaded<Data> {
  /** The latest data; it stays while more is loaded. */
  data: Data | undefined;
  error: ControlError | undefined;
}

/**
 * Loads a view's data, and again after each change in `causes`. `identity` names the data's subject: when it changes,
 * the old data is removed immediately, and its late results are dropped.
 *
 * One load runs at a time. Causes that come meanwhile lead to one more load: on a slow network, a view shows each
 * result, even if its causes change often. A load whose failure may pass runs again, after longer and longer pauses.
 */
export function useLoad<Data>(load: () => Promise<Data>, identity: string, ...causes: unknown[]): Loaded<Data> {
  const [found, setFound] = useState<Loaded<Data> & { identity: string; failures: number }>({
    data: undefined,
    error: undefined,
    identity,
    failures: 0,
  });
  const [retries, setRetries] = useState(0);
  const current = useRef<Turn<Data> | undefined>(undefined);
  useEffect(() => () => void (current.current = undefined), [identity]);
  useEffect(() => {
    if (current.current) current.current.next = load;
    else void run((current.current = { next: load }));
  }, [identity, retries, ...causes]);
  useEffect(() => {
    if (!found.error || !isPassing(found.error)) return undefined;
    const timer = setTimeout(() => isQuiet.value || setRetries((before) => before + 1), pauseAfter(found.failures));
    return () => clearTimeout(timer);
  }, [found]);

  async function run(turn: Turn<Data>): Promise<void> {
    while (turn.next) {
      const result = settle(turn.next);
      turn.next = undefined;
      const seen = await result;
      if (current.current !== turn) return;
      setFound((before) => ({
        error: undefined,
        data: before.identity === identity ? before.data : undefined,
        ...seen,
        identity,
        failures: seen.error ? before.failures + 1 : 0,
      }));
    }
    current.current = undefined;
  }
  return found.identity === identity ? found : { data: undefined, error: undefined };
}

/** The loads for one identity. */
interface Turn<Data> {
  /** The load that runs after the one underway. */
  next: (() => Promise<Data>) | undefined;
}

/** Returns the new data, or the error; the old data stays with it. */
async function settle<Data>(load: () => Promise<Data>): Promise<Partial<Loaded<Data>>> {
  try {
    return { data: await load() };
  } catch (error) {
    return { error: toControlError(error) };
  }
}

export function toControlError(error: unknown): ControlError {
  return error instanceof ControlError ? error : new ControlError(0, 'in_the_page', [String(error)]);
}
