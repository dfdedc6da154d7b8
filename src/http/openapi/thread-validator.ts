import { Worker } from 'node:worker_threads';
import { packageModule } from '../../base/package-root.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { Verdict } from './to-verdict.ts';
import type { Described, Order, Reply } from './validator-thread.ts';
import type { RequestParts } from './wrap-library.ts';

/**
 * Validates requests in a thread, one for all sandboxes in the process: express-openapi-validator loads and compiles
 * for tenths of a second, and must not delay other requests. The thread starts with the first request for it. If it
 * ends early, its pending requests reject, and the next request starts another thread. Each connection has one running
 * request with at most 1 MB: this limits the pending ones.
 */
export function createThreadValidator(
  spec: Spec,
  undeclared: readonly string[] = [],
): (parts: RequestParts) => Promise<Verdict> {
  const validator = (made += 1);
  const validate = (parts: RequestParts) => ask((thread ??= startThread()), validator, { spec, undeclared }, parts);
  unused.register(validate, validator);
  return validate;
}

interface Thread {
  worker: Worker;
  /** The validators whose specs the thread has. */
  known: Set<number>;
  waiting: Map<number, PromiseWithResolvers<Verdict>>;
}

let thread: Thread | undefined;
let made = 0;
let asked = 0;
const unused = new FinalizationRegistry<number>((validator) =>
  thread?.worker.postMessage({ forget: validator } satisfies Order),
);
const THREAD = packageModule('src/http/openapi/validator-thread');

async function ask(
  { worker, known, waiting }: Thread,
  validator: number,
  described: Described,
  parts: RequestParts,
): Promise<Verdict> {
  const id = (asked += 1);
  try {
    worker.postMessage({ id, validator, parts, ...(!known.has(validator) && { described }) } satisfies Order);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Copying needs stack for each level, and the caller has used some: the bound varies.
    const details = [{ path: '', message: 'The body is nested too deeply to be validated' }];
    return { refused: 'invalid_request', details };
  }
  known.add(validator);
  const reply = Promise.withResolvers<Verdict>();
  waiting.set(id, reply);
  return reply.promise;
}

function startThread(): Thread {
  // The library calls `url.parse`, and Node would print a warning on every user's terminal.
  const worker = new Worker(THREAD, { execArgv: ['--disable-warning=DEP0169'] });
  const started: Thread = { worker, known: new Set(), waiting: new Map() };
  worker.on('message', ({ id, verdict }: Reply) => {
    started.waiting.get(id)?.resolve(verdict);
    started.waiting.delete(id);
  });
  worker.on('error', (error) => abandon(started, error as Error));
  worker.on('exit', (code) =>
    abandon(started, new Error(`the thread that validates requests exited with code ${code} before it replied`)),
  );
  // A process may end while the thread runs. A message listener undoes this, so it comes last.
  worker.unref();
  return started;
}

function abandon(ended: Thread, error: Error): void {
  if (thread === ended) thread = undefined;
  for (const { reject } of ended.waiting.values()) reject(error);
  ended.waiting.clear();
}
