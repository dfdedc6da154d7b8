import type { Request } from 'express';
import type { Seam } from '../../src/server/create-sandbox.ts';

/** Something planted in a sandbox, which most plants can also do now and then only. */
export interface Plant extends Seam {
  /** The same plant, which acts only every n-th time that it would change something, and calls `onAct` then. */
  every?: (n: number, onAct?: () => void) => Seam;
}

/** Asked for each change that a plant would make: true if it is made. Null: each is. */
export type Gate = (() => boolean) | null;

/** A plant that `make` makes with a gate, and without one. */
export function nowAndThen(make: (gate: Gate) => Seam): Plant {
  return { ...make(null), every: (n, onAct) => make(everyNth(n, onAct)) };
}

/** Returns what `change` makes of a JSON value: altered in place, or new. A closed gate leaves it as it was. */
export function through<Value>(gate: Gate, value: Value, change: (value: Value) => Value | object | void): Value {
  if (!gate) return (change(value) ?? value) as Value;
  const before = structuredClone(value);
  try {
    const changed = (change(value) ?? value) as Value;
    return isSame(changed, before) || !gate() ? before : changed;
  } catch (error) {
    // The plant refuses the call.
    if (gate()) throw error;
    return before;
  }
}

/** The same for a request that `change` alters in place. */
export function throughRequest(gate: Gate, req: Request, change: () => void): void {
  if (!gate) return change();
  const before = partsOf(req);
  change();
  if (isSame(partsOf(req), before) || gate()) return;
  const { url, body, ...records } = before;
  Object.assign(req, { url, body });
  for (const name of ['headers', 'query', 'params'] as const) refill(req[name] ?? {}, records[name]);
}

function everyNth(n: number, onAct: () => void = () => undefined): () => boolean {
  let count = 0;
  return () => {
    const acts = ++count % n === 0;
    if (acts) onAct();
    return acts;
  };
}

/** True for the same JSON text. The text needs little stack: calls of the contracts are 2,000 levels deep. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns a copy of the request parts that plants alter. */
function partsOf({ url, body, headers, query, params }: Request) {
  return structuredClone({ url, body: body as unknown, headers, query: { ...query }, params: { ...params } });
}

function refill(record: object, values: object): void {
  for (const name of Object.keys(record)) Reflect.deleteProperty(record, name);
  Object.assign(record, values);
}
