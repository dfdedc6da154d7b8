/** A JSON pointer to a place in a document, as the fragment of an address. */
export function pointerTo(...keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

/** What such a pointer leads to; undefined where there is nothing. */
export function followPointer(document: unknown, pointer: string): unknown {
  const keys = pointer
    .slice(2)
    .split('/')
    .map((key) => unescapeKey(decodeURIComponent(key)));
  return keys.reduce<any>((inside, key) => inside?.[key], document);
}

/** Every `$ref` in a part of a document, and in what those lead to. */
export function referencesFrom(document: unknown, part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === 'string' && !found.has($ref))
    referencesFrom(document, followPointer(document, $ref), found.add($ref));
  for (const inner of Object.values(part)) referencesFrom(document, inner, found);
  return found;
}

/** A key as it is, for one of a JSON pointer. */
export function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
