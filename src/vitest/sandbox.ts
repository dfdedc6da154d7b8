import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import type { KeyPair } from '../server/credentials.ts';
import type { Listening } from './sandbox-thread.ts';

/** A sandbox of one test file, with a profile that nobody had before. */
export interface FileSandbox {
  /** Where it listens, for flights and transfers alike: `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** The credential headers of the profile, for every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a client needs that makes these headers by itself. */
  readonly keys: KeyPair;
  /** The clock of the profile. It runs until it is frozen, and never goes back before a reset. */
  readonly clock: {
    /** Stops it, now or at an ISO 8601 instant that is ahead: `2099-01-10T12:00:00Z`. Answers where it stands. */
    freeze(at?: string): Promise<string>;
    /** Moves it forward by an ISO 8601 duration, `PT21M`; a frozen one stays frozen. What fell due has happened. Answers its instant. */
    advance(by: string): Promise<string>;
  };
  /** Puts the next calls of the profile into a scenario, `book:pending(reads=2)`: all until the next one is armed, or as many as `calls`. Null ends it. */
  arm(scenario: string | null, calls?: number): Promise<void>;
  /** Empties the profile: what was searched and booked, the journal, what is armed. Its clock runs again. */
  reset(): Promise<void>;
}

/**
 * A fixture for vitest: `const test = base.extend('sandbox', { scope: 'file' }, sandbox)`. The first test of a file
 * that asks for it starts a sandbox in a thread of its own, on a free port, and the end of the file closes it. Its
 * seed is the name of the file: ids and prices are the same in each run, as long as clock and calls are. Its methods
 * reject with an Error that has the answer of the control API, when that refuses.
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
// By the time that it is needed, the global one may be a test's stand-in.
const { fetch } = globalThis;

function control({ baseUrl, keys, headers }: Listening): FileSandbox {
  const profile = `${baseUrl}/_sandbox/profiles/${keys.profileCode}`;
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(profile + path, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`the sandbox refused ${method} ${path} ${JSON.stringify(body)} with ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    baseUrl,
    headers,
    keys,
    clock: {
      freeze: async (at) => (await call('PUT', '/clock', { mode: 'frozen', now: at })).now,
      advance: async (by) => (await call('POST', '/clock/advance', { by })).now,
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
