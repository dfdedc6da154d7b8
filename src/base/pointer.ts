import type { OpenAPIV3_1 } from 'openapi-types';
import { hasMembers } from './values/kinds.ts';

/** Returns a JSON pointer to a place in a document, as an address's fragment. */
export function pointerTo(...keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

/** Returns the value at such a pointer; undefined if there is none. */
export function followPointer(document: unknown, pointer: string): unknown {
  let inside = document;
  for (const key of pointer.slice(2).split('/'))
    inside = hasMembers(inside) ? inside[unescapeKey(decodeURIComponent(key))] : undefined;
  return inside;
}

/** Returns part of a spec. Follows a reference at its place. */
export function resolve<T extends object>(spec: object, place: T | OpenAPIV3_1.ReferenceObject): T {
  return '$ref' in place ? resolve(spec, followPointer(spec, place.$ref) as T) : place;
}

/** Returns every `$ref` in a document part and, recursively, in the referenced parts. */
export function referencesFrom(document: unknown, part: unknown, found = new Set<string>()): Set<string> {
  if (!hasMembers(part)) return found;
  const { $ref } = part;
  if (typeof $ref === 'string' && !found.has($ref))
    referencesFrom(document, followPointer(document, $ref), found.add($ref));
  for (const inner of Object.values(part)) referencesFrom(document, inner, found);
  return found;
}

/** Returns the name for a JSON pointer key. */
export function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the decoded text, or an undecodable text as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
