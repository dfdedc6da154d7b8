import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the declarations that no entry (`src/index`) leads to. The others name each other as JavaScript does, by
 * `.js`. Throws where one of them names a package that users of taxiway need not have: their projects would not
 * compile.
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
    .replace(/^import '.*\.cjs';\n/gm, '')
    .replace(IMPORT, (whole, path: string) => whole.replace(path, path.replace(/^(\..*)\.ts$/, '$1.js')));
  writeFileSync(file, text);
  for (const [, path = ''] of text.matchAll(IMPORT)) {
    if (path.startsWith('.')) follow(join(dirname(file), path.replace(/\.js$/, '.d.ts')), kept);
    else if (!PRESENT.test(path)) throw new Error(`${file} has types of ${path}, which users of taxiway need not have`);
  }
}

/** What follows `from`, `import(` or an `import` that only runs something. */
const IMPORT = /(?<=\bfrom |\bimport\(|^import )['"]([^'"]*)['"]/gm;
/** Node has its types, and vitest is there where `taxiway/vitest` is used. */
const PRESENT = /^(node:.*|vitest)$/;
