import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Reads a JSON file of a published package. Throws for a file of another version. */
export function readSource(file: string, sha256: string): unknown {
  const content = readFileSync(file);
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== sha256)
    throw new Error(`${file} has the SHA-256 ${found}, expected ${sha256}: take the version that README.md names`);
  return JSON.parse(content.toString('utf8'));
}
