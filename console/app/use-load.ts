import { useEffect, useState } from 'preact/hooks';
import { ControlError } from '../api/client.ts';

export interface Loaded<Data> {
  /** The latest data; it stays while more is loaded. */
  data: Data | undefined;
  error: ControlError | undefined;
}

/**
 * Loads the data of a view, and again whenever one of `causes` changes. Late results are dropped. `identity` names the
 * subject of the data: when it changes, the old data is removed immediately.
 */
export function useLoad<Data>(load: () => Promise<Data>, identity: string, ...causes: unknown[]): Loaded<Data> {
  const [found, setFound] = useState<Loaded<Data> & { identity: string }>({
    data: undefined,
    error: undefined,
    identity,
  });
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (data) => isCurrent && setFound({ data, error: undefined, identity }),
      (error: unknown) => isCurrent && setFound((before) => ({ ...before, error: toControlError(error), identity })),
    );
    return () => void (isCurrent = false);
  }, [identity, ...causes]);
  return found.identity === identity ? found : { data: undefined, error: undefined };
}

export function toControlError(error: unknown): ControlError {
  return error instanceof ControlError ? error : new ControlError(0, 'in_the_page', [String(error)]);
}
