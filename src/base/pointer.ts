import type { OpenAPIV3_1 } from 'openapi-types';
import { hasMembers } from './values/kinds.ts';

/** A JSON pointer to a place in a document, as the fragment of an address. */
export function pointerTo(...keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

/** What such a pointer leads to; undefined where it leads nowhere. */
export function followPointer(document: unknown, pointer: string): unknown {
  const keys = pointer
    .slice(2)
    .split('/')
    .map((key) => unescapeKey(decodeURIComponent(key)));
  let inside = document;
  for (const key of keys) inside = hasMembers(inside) ? inside[key] : undefined;
  return inside;
}

/** What stands at a place of a spec, where a reference is followed. */
export function resolve<T extends object>(spec: object, place: T | OpenAPIV3_1.ReferenceObject): T {
  return '$ref' in place ? resolve(spec, followPointer(spec, place.$ref) as T) : place;
}

/** Every `$ref` in a part of a document, and in what those lead to. */
export function referencesFrom(document: unknown, part: unknown, found = new Set<string>()): Set<string> {
  if (!hasMembers(part)) return found;
  const { $ref } = part;
  if (typeof $ref === 'string' && !found.has($ref))
    referencesFrom(document, followPointer(document, $ref), found.add($ref));
  for (const inner of Object.values(part)) referencesFrom(document, inner, found);
  return found;
}

/** The name that a key of a JSON pointer stands for. */
export function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
