import { Worker } from 'node:worker_threads';
import { packageModule } from '../../base/package-root.ts';

/**
 * Runs a module of this folder in a thread, for what would take too long for one turn of the event loop. Resolves with
 * its first message.
 */
export function runThread<Result>(name: string, workerData?: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const module = packageModule(`src/control-api/documents/${name}`);
    const thread = new Worker(module, { workerData, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error(`the thread ${name} ended without a result`)));
  });
}
