import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import type { KeyPair } from '../profiles/credentials.ts';
import type { Listening } from './sandbox-thread.ts';

/** A sandbox for one test file, with a new profile. */
export interface FileSandbox {
  /** Where it listens, for flights and transfers alike: `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** The credential headers of the profile, for every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** For a client that builds these headers itself. */
  readonly keys: KeyPair;
  /** The clock of the profile. It runs until it is frozen, and never goes back before a reset. */
  readonly clock: {
    /** Freezes it, now or at a future ISO 8601 instant: `2099-01-10T12:00:00Z`. Returns its instant. */
    freeze(at?: string): Promise<string>;
    /**
     * Advances it by an ISO 8601 duration, `PT21M`; a frozen one stays frozen. What is due by then has happened.
     * Returns its instant.
     */
    advance(by: string): Promise<string>;
  };
  /**
   * Arms a scenario, `book:pending(reads=2)`, for the next calls of the profile: until another one is armed, or for
   * `calls` calls. Null disarms it.
   */
  arm(scenario: string | null, calls?: number): Promise<void>;
  /** Resets the profile: searches, bookings, journal and armed scenario are removed, and its clock runs again. */
  reset(): Promise<void>;
}

/**
 * A fixture for vitest: `const test = base.extend('sandbox', { scope: 'file' }, sandbox)`. The first test of a file
 * that uses it starts a sandbox in a thread of its own, on a free port; the end of the file closes it. Its seed is the
 * name of the file: ids and prices are the same in each run, as long as clock and calls are. When the control API
 * refuses a call, the methods reject with an Error that has its response.
 */
export async function sandbox(
  {}: object,
  { onCleanup }: { onCleanup: (close: () => Promise<void>) => void },
): Promise<FileSandbox> {
  const seed = basename(expect.getState().testPath ?? 'vitest');
  const thread = new Worker(THREAD, { workerData: { seed }, execArgv: [] });
  onCleanup(async () => void (await thread.terminate()));
  const [listening] = (await once(thread, 'message')) as [Listening];
  return control(listening);
}

const THREAD = new URL(`./sandbox-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
// Taken now: a test may replace the global one.
const { fetch } = globalThis;

function control({ baseUrl, keys, headers }: Listening): FileSandbox {
  const profile = `${baseUrl}/_sandbox/profiles/${keys.profileCode}`;
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(profile + path, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`the sandbox refused ${method} ${path} ${JSON.stringify(body)} with ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    baseUrl,
    headers,
    keys,
    clock: {
      freeze: (at) => readClock(call('PUT', '/clock', { mode: 'frozen', now: at })),
      advance: (by) => readClock(call('POST', '/clock/advance', { by })),
    },
    arm: async (scenario, calls) => {
      if (scenario === null) await call('DELETE', '/scenario');
      else await call('PUT', '/scenario', { scenario, calls });
    },
    reset: async () => {
      await call('POST', '/reset');
    },
  };
}

async function readClock(clock: Promise<unknown>): Promise<string> {
  return ((await clock) as { now: string }).now;
}
