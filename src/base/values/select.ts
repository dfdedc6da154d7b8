import { Lru } from '../lru.ts';
import { unescapeKey } from '../pointer.ts';
import { hasMembers } from './kinds.ts';

/** One value in a body, and its place. */
export interface Selected {
  /** JSON pointer. */
  pointer: string;
  /** Undefined for a missing property. */
  value: unknown;
}

/**
 * Returns the values that a pattern finds in a body. The pattern is a JSON pointer with `*` for every list entry. It
 * finds a missing property, with the value undefined, but nothing below a missing value or below null.
 */
export function select(body: unknown, pattern: string): Selected[] {
  const found: Selected[] = [];
  const steps = patterns.getOrCreate(pattern, () => parse(pattern));
  collect(found, steps, 0, '', body);
  return found;
}

/** One step in a pattern: the property's name, and its pointer form. */
interface Step {
  key: string;
  asPointer: string;
}

function parse(pattern: string): Step[] {
  const [, ...keys] = pattern.split('/');
  return keys.map((key) => ({ key: unescapeKey(key), asPointer: `/${key}` }));
}

/** A run selects a hundred thousand values, so one list collects them at every pattern depth. */
function collect(found: Selected[], steps: readonly Step[], depth: number, pointer: string, value: unknown): void {
  const step = steps[depth];
  if (step === undefined) {
    found.push({ pointer, value });
  } else if (step.key !== '*') {
    if (!hasMembers(value)) return;
    const inner = Object.hasOwn(value, step.key) ? value[step.key] : undefined;
    collect(found, steps, depth + 1, pointer + step.asPointer, inner);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++)
      collect(found, steps, depth + 1, `${pointer}/${index}`, value[index]);
  }
}

const patterns = new Lru<readonly Step[]>(1000);
