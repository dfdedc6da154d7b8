import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** Returns the SHA-256 digest over the canonical text: `sha256:…`, in hexadecimal digits. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}
