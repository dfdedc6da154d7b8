import { parentPort } from 'node:worker_threads';
import type { Spec } from '../../openapi/load-spec.ts';
import type { Verdict } from './to-verdict.ts';
import { wrapLibrary } from './wrap-library.ts';
import type { RequestParts } from './wrap-library.ts';

/** What the thread is told: to validate a request, with the spec of a validator that it has not met yet, or that a validator is not used any more. */
export type Order = { id: number; validator: number; spec?: Spec; parts: RequestParts } | { forget: number };

export interface Reply {
  /** Of the order. */
  id: number;
  verdict: Verdict;
}

const validators = new Map<number, ReturnType<typeof wrapLibrary>>();

/** What is no verdict ends the thread. */
parentPort!.on('message', async (order: Order) => {
  if ('forget' in order) return void validators.delete(order.forget);
  if (order.spec) validators.set(order.validator, wrapLibrary(order.spec));
  const verdict = await validators.get(order.validator)!(order.parts);
  parentPort!.postMessage({ id: order.id, verdict } satisfies Reply);
});
