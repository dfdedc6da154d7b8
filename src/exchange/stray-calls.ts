/**
 * A call without valid credentials, to an unknown address, or with a wrong method.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { StrayCall } from 'taxiway';
 *
 * const sandbox = await createSandbox();
 * const strays: StrayCall[] = await sandbox.strays();
 * for (const { method, path, outcome } of strays) console.log(method, path, outcome.text);
 * ```
 */
export interface StrayCall {
  exchangeId: string;
  /** Beginning by the profile's clock, or by the sandbox's for a call that names no profile; ISO 8601. */
  at: string;
  /** False without valid credentials: anyone can have made it. */
  authenticated: boolean;
  /** Empty if it was not HTTP. */
  method: string;
  /** With the query, redacted. */
  path: string;
  /** Null if no response began. */
  status: number | null;
  /** Describes the response: `{ kind: 'refused', text: '404 not_found' }`. */
  outcome: { kind: string; text: string };
  /** Why the call was refused; absent if the client left before. */
  problem?: string;
  /** The most likely operation for an unknown address; null for none. */
  nearest: { operation: string; operationId: string; method: string; path: string } | null;
}

/** An exchange as lists show it. */
type Listed = StrayCall & { operationId: string | null; realTime: string | null };

/** Returns the stray calls in some journals, newest first. */
export function straysAmong(journals: readonly (readonly Listed[])[]): StrayCall[] {
  return journals
    .flat()
    .filter(({ authenticated, operationId }) => !authenticated || operationId === null)
    .sort((one, other) => Date.parse(other.realTime ?? other.at) - Date.parse(one.realTime ?? one.at))
    .map(({ exchangeId, at, authenticated, method, path, status, outcome, problem, nearest }) => ({
      ...{ exchangeId, at, authenticated, method, path },
      ...{ status, outcome, nearest },
      ...(problem !== undefined && { problem }),
    }));
}
