import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { newSchema } from './new-schema.ts';

/** Two sandboxes in two processes on one schema, for one test file. */
export interface Replicas {
  /** Both addresses. */
  readonly baseUrls: readonly [string, string];
  readonly store: string;
  /** Ends one by SIGKILL. */
  kill(at: number): Promise<void>;
  /** Starts one again, at another address. */
  start(at: number): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  signal(at: number, signal: NodeJS.Signals): void;
}

/** `aheadMs`: the second sandbox's machine clock is ahead by this many milliseconds. */
export function useReplicas(now: string, aheadMs = 0): Replicas {
  let store = '';
  const baseUrls: string[] = [];
  const processes: Replica[] = [];
  async function start(at: number): Promise<void> {
    const replica = spawn(process.execPath, [PROGRAM, store, now, String(at * aheadMs)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    processes[at] = replica;
    const started = once(replica.stdout, 'data').then(([line]) => String(line).trim());
    const failed = once(replica, 'exit').then(([code]) => Promise.reject(new Error(`a replica ended with ${code}`)));
    failed.catch(() => undefined);
    baseUrls[at] = await Promise.race([started, failed]);
  }
  beforeAll(async () => {
    store = newSchema();
    // One after the other, because the first one makes the tables.
    for (let i = 0; i < 2; i++) await start(i);
  });
  afterAll(async () => {
    expect(await Promise.all(processes.map(endReplica))).toEqual(processes.map(() => 0));
  });
  return {
    get baseUrls(): [string, string] {
      return baseUrls as [string, string];
    },
    get store() {
      return store;
    },
    async kill(at) {
      const replica = processes[at];
      if (!replica) throw new Error(`there is no replica ${at}`);
      replica.kill('SIGKILL');
      await once(replica, 'exit');
    },
    signal: (at, signal) => void processes[at]?.kill(signal),
    start,
  };
}

type Replica = ChildProcessByStdio<Writable, Readable, null>;

/** Ends a replica, and returns its exit code: 1 if a response broke the interface. */
async function endReplica(replica: Replica): Promise<number | null> {
  replica.stdin.end();
  if (replica.exitCode === null) await once(replica, 'exit');
  return replica.exitCode;
}

const PROGRAM = fileURLToPath(new URL('replica-process.ts', import.meta.url));
