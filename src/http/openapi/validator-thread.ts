import { parentPort } from 'node:worker_threads';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { Verdict } from './to-verdict.ts';
import type { RequestParts } from './wrap-library.ts';
import { wrapLibrary } from './wrap-library.ts';

/**
 * A message to the thread: a request to validate, a validator's first request with its interface, or the end of a
 * validator.
 */
export type Order = { id: number; validator: number; described?: Described; parts: RequestParts } | { forget: number };

/** An interface, and the query parameters that it accepts without listing them. */
export interface Described {
  spec: Spec;
  undeclared: readonly string[];
}

export interface Reply {
  /** The order's id. */
  id: number;
  verdict: Verdict;
}

const validators = new Map<number, ReturnType<typeof wrapLibrary>>();

/** An order that fails without a verdict ends the thread. */
async function obey(order: Order): Promise<void> {
  if ('forget' in order) return void validators.delete(order.forget);
  if (order.described) validators.set(order.validator, wrapLibrary(order.described.spec, order.described.undeclared));
  const validate = validators.get(order.validator);
  if (!validate) throw new Error(`the spec of validator ${order.validator} did not come with its first request`);
  const verdict = await validate(order.parts);
  parentPort?.postMessage({ id: order.id, verdict } satisfies Reply);
}

parentPort?.on('message', (order: Order) => void obey(order));
