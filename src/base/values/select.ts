import { unescapeKey } from '../pointer.ts';

/** One value in a body, and where it is. */
export interface Selected {
  /** JSON pointer. */
  pointer: string;
  /** Undefined where the property is missing. */
  value: unknown;
}

/**
 * The values that a pattern finds in a body: a JSON pointer in which `*` stands for every entry of a list. A missing
 * property is found, with the value undefined; what is below a missing value, or below null, is not.
 */
export function select(body: unknown, pattern: string): Selected[] {
  const keys = pattern.split('/').slice(1).map(unescapeKey);
  return keys.reduce<Selected[]>(
    (found, key) => found.flatMap((one) => step(one, key)),
    [{ pointer: '', value: body }],
  );
}

function step({ pointer, value }: Selected, key: string): Selected[] {
  if (typeof value !== 'object' || value === null) return [];
  if (key === '*')
    return Array.isArray(value)
      ? value.map((item: unknown, index) => ({ pointer: `${pointer}/${index}`, value: item }))
      : [];
  const found: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return [{ pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value: found }];
}
