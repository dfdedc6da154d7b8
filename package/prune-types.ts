import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the declarations that no entry (`src/index`) leads to. The others name each other as JavaScript does, by
 * `.js`, and have no imports that only run something.
 */
export function pruneTypes(folder: string, entries: readonly string[]): void {
  const kept = new Set<string>();
  for (const entry of entries) follow(join(folder, `${entry}.d.ts`), kept);
  for (const file of globSync(join(folder, '**/*.d.{ts,cts}'))) if (!kept.has(file)) rmSync(file);
}

function follow(file: string, kept: Set<string>): void {
  if (kept.has(file)) return;
  kept.add(file);
  const text = readFileSync(file, 'utf8')
    .replace(/^import '.*';\n/gm, '')
    .replace(IMPORT, (whole, path: string) => whole.replace(path, path.replace(/\.ts$/, '.js')));
  writeFileSync(file, text);
  for (const [, path = ''] of text.matchAll(IMPORT)) follow(join(dirname(file), path.replace(/\.js$/, '.d.ts')), kept);
}

const IMPORT = /(?<=\bfrom |\bimport\()['"](\.[^'"]*)['"]/g;
