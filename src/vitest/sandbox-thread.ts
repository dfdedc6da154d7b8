import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { KeyPair } from '../server/credentials.ts';

/** What the thread tells once its sandbox listens. */
export interface Listening {
  baseUrl: string;
  keys: KeyPair;
  headers: Record<string, string>;
}

// A thread of its own: a test that stops the timers of its thread must not stop the sandbox with them.
enableCompileCache();
const { createSandbox } = await import('../server/create-sandbox.ts');
const { seed } = workerData as { seed: string };
const sandbox = await createSandbox({ seed, log: 'silent', demoCredentials: false });
const keys = await sandbox.addProfile({ name: seed });
parentPort!.postMessage({ baseUrl: await sandbox.listen(), keys, headers: sandbox.headers(keys) } satisfies Listening);
