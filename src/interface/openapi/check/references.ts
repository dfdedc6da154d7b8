import { followPointer } from '../../../base/pointer.ts';
import { hasMembers, isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';
import { partsOf } from './schema-places.ts';
import { keysOf } from './spec-text.ts';

/** Returns the references to nowhere, out of the document, or in a circle. */
export function findBrokenReferences(document: unknown): Fault[] {
  return [...referencesIn(document, [])].flatMap(({ path, $ref }) => {
    const message = describeFault(document, path, $ref);
    return message === undefined ? [] : [{ path: [...path, '$ref'], message }];
  });
}

function describeFault(document: unknown, path: readonly string[], $ref: unknown): string | undefined {
  if (typeof $ref !== 'string') return `a reference is text, got ${shown($ref)}; write '#/components/…'`;
  if (!$ref.startsWith('#/'))
    return `${$ref} leads out of the document; taxiway reads one file. Write '#/components/…'`;
  if (!isPointer($ref) || followPointer(document, $ref) === undefined)
    return `${$ref} leads nowhere within the document; add that part, or refer to one that exists`;
  const kind = expectedKind(path);
  if (kind !== undefined && !$ref.startsWith(`#/components/${kind}/`))
    return `${$ref} leads to another kind of part; this place takes '#/components/${kind}/…'`;
  if (isCircle(document, path, $ref))
    return `${$ref} leads back to itself, so it describes nothing; write the part in place of the reference`;
  return undefined;
}

/** Returns the kind of component for a reference at this place; undefined for a place without one. */
function expectedKind(path: readonly string[]): string | undefined {
  const [parent = '', own = ''] = path.slice(-2);
  if (path.includes('schema') || path[1] === 'schemas') return 'schemas';
  if (own === 'requestBody') return 'requestBodies';
  return ['responses', 'parameters', 'headers', 'examples'].includes(parent) ? parent : undefined;
}

/** `followPointer` throws for percent signs without an encoded character. */
function isPointer($ref: string): boolean {
  try {
    decodeURIComponent($ref);
    return true;
  } catch {
    return false;
  }
}

/** True if a chain of conditions for the same value returns to its beginning. */
function isCircle(document: unknown, path: readonly string[], $ref: string): boolean {
  const start = path.join('\n');
  const seen = new Set<string>();
  const comesBack = (keys: readonly string[], node: unknown): boolean => {
    const id = keys.join('\n');
    if (seen.has(id)) return false;
    seen.add(id);
    if (!isRecord(node)) return false;
    const { $ref: next } = node;
    if (typeof next === 'string' && next.startsWith('#/') && isPointer(next)) {
      if (id === start) return true;
      if (comesBack(keysOf(next), followPointer(document, next))) return true;
    }
    return partsOf({ path: keys, schema: node }).some((part) => part.around && comesBack(part.path, part.schema));
  };
  return comesBack(keysOf($ref), followPointer(document, $ref));
}

/** Returns the numbers missing from JSON. */
export function findInfinities(part: unknown, path: readonly string[] = []): Fault[] {
  if (typeof part === 'number' && !Number.isFinite(part))
    return [{ path, message: `${part} is no number of JSON; write a finite number, or remove the limit` }];
  return hasMembers(part) ? Object.entries(part).flatMap(([key, inner]) => findInfinities(inner, [...path, key])) : [];
}

function* referencesIn(part: unknown, path: readonly string[]): Generator<{ path: readonly string[]; $ref: unknown }> {
  if (!hasMembers(part)) return;
  if (isRecord(part) && '$ref' in part && path.at(-1) !== 'properties') yield { path, $ref: part['$ref'] };
  for (const [key, inner] of Object.entries(part)) if (!VALUES.has(key)) yield* referencesIn(inner, [...path, key]);
}

/** Keys with values as contents. */
const VALUES: ReadonlySet<string> = new Set(['example', 'value', 'default', 'enum', 'const']);
