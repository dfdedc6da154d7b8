import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { KeyPair } from '../profiles/credentials.ts';

/** What the thread posts once its sandbox listens. */
export interface Listening {
  baseUrl: string;
  keys: KeyPair;
  headers: Record<string, string>;
}

// A thread of its own: fake timers of a test must not stop the sandbox.
if (!parentPort) throw new Error('sandbox-thread.ts runs as a worker thread only');
enableCompileCache();
const { createSandbox } = await import('../server/create-sandbox.ts');
const { seed } = workerData as { seed: string };
const sandbox = await createSandbox({ seed, log: 'silent', demoCredentials: false });
const keys = await sandbox.addProfile({ name: seed });
const listening: Listening = { baseUrl: await sandbox.listen(), keys, headers: sandbox.headers(keys) };
parentPort.postMessage(listening);
