import { isRecord } from '../../base/values/kinds.ts';

/** Returns a part of a document with each `$ref` replaced by its target, for readers without the document. */
export function inline(document: object, part: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item) => inline(document, item, within));
  if (!isRecord(part)) return part;
  const { $ref: ref } = part;
  if (typeof ref !== 'string')
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inline(document, value, within)]));
  // A schema inside itself allows anything there.
  return within.includes(ref) ? {} : inline(document, find(document, ref), [...within, ref]);
}

function find(document: object, ref: string): unknown {
  const keys = ref.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((value, key) => {
    if (!isRecord(value) || !(key in value)) throw new Error(`the document has no ${ref}`);
    return value[key];
  }, document);
}
