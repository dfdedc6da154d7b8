import { Worker } from 'node:worker_threads';
import { packageModule } from '../../base/package-root.ts';
import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';

export interface Catalogues {
  rules: Rule[];
  assumptions: Assumption[];
}

/** The document to render as YAML. Without one, the thread reads the catalogues. */
export interface ThreadTask {
  render?: object;
}

/** Returns the rules and assumptions, which each process reads once. */
export function readCatalogues(): Promise<Catalogues> {
  reading ??= runThread<Catalogues>({}).catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

let reading: Promise<Catalogues> | undefined;

export function renderYaml(document: object): Promise<string> {
  return runThread({ render: document });
}

/** Runs in a thread what would take too long for one turn of the event loop. Resolves with its first message. */
function runThread<Result>(task: ThreadTask): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(packageModule('src/control-api/documents/document-thread'), {
      workerData: task,
      execArgv: [],
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without a result')));
  });
}
