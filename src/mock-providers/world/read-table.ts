import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/package-root.ts';

/**
 * Reads the lines of a reference table in `world/tables`, without the remarks at its beginning. A line that begins with
 * a blank continues the one before: `readTable('routes.txt')`.
 */
export function readTable(name: string): string[] {
  const text = readFileSync(packageFile(`src/mock-providers/world/tables/${name}`), 'utf8');
  return text.replace(REMARKS, '').replaceAll('\n ', ' ').trimEnd().split('\n');
}

const REMARKS = /^(?:#.*\n)+/;
