import { Worker } from 'node:worker_threads';
import { packageModule } from '../../base/package-root.ts';

/** Renders a document as YAML, in a thread: it takes too long for one turn of the event loop. */
export function renderYaml(document: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(packageModule('src/control-api/documents/document-thread'), {
      workerData: document,
      execArgv: [],
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without a result')));
  });
}
