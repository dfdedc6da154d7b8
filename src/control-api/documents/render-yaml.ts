import { Worker } from 'node:worker_threads';

/** Renders a document as YAML in a thread: it takes a tenth of a second, too long for one turn of the event loop. */
export function renderYaml(document: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: document, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that renders YAML ended without a result')));
  });
}

const THREAD = new URL(`./yaml-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
