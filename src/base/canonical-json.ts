import { createHash } from 'node:crypto';
import { hasMembers } from './values/kinds.ts';

/** Returns the SHA-256 digest of the canonical text: `sha256:…`, in hexadecimal digits. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

/** Returns plain JSON as one text, whatever the order of its names: RFC 8785, without blanks. */
function canonicalJson(value: unknown): string {
  if (!hasMembers(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}
