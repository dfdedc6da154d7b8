import { hasMembers } from './values/kinds.ts';

/** Returns plain JSON as canonical text, independent of name order: RFC 8785, without blanks. */
export function canonicalJson(value: unknown): string {
  if (!hasMembers(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}
