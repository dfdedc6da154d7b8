import { unescapeKey } from '../../openapi/pointer.ts';

/** One value in a body, and where it is. */
export interface Selected {
  /** JSON pointer. */
  pointer: string;
  /** Undefined where the name is missing. */
  value: unknown;
}

/**
 * The values that a pattern finds in a body: a JSON pointer in which `*` stands for every entry of a list. A name that
 * is missing is found, with the value undefined; what would lie below something missing, or below null, is not.
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
  return [
    {
      pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value: Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined,
    },
  ];
}
