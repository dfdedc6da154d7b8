import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Keeps the declarations that the entries (`src/index`) lead to, as CommonJS: both kinds of modules can import these.
 * Each entry also has a declaration for ES modules, with the same exports. Throws where a declaration names a package
 * that users of taxiway need not have: their projects would not compile.
 */
export function pruneTypes(folder: string, entries: readonly string[]): void {
  const kept = new Map<string, string>();
  for (const entry of entries) follow(join(folder, `${entry}.d.ts`), kept);
  for (const file of globSync(join(folder, '**/*.d.{ts,cts}'))) rmSync(file);
  for (const [file, text] of kept) writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), text);
  for (const entry of entries)
    writeFileSync(join(folder, `${entry}.d.ts`), `export * from './${basename(entry)}.cjs';\n`);
}

function follow(file: string, kept: Map<string, string>): void {
  if (kept.has(file)) return;
  const text = readFileSync(file, 'utf8').replace(/^import '.*\.cjs';\n/gm, '');
  kept.set(
    file,
    text.replace(IMPORT, (whole, path: string) => whole.replace(path, path.replace(OWN, '$1.cjs'))),
  );
  for (const [, path = ''] of text.matchAll(IMPORT)) {
    if (OWN.test(path)) follow(join(dirname(file), path.replace(OWN, '$1.d.ts')), kept);
    else if (!PRESENT.test(path)) throw new Error(`${file} has types of ${path}, which users of taxiway need not have`);
  }
}

/** The module that follows `from`, `import(` or a bare `import`, except in the examples of comments. */
const IMPORT = /(?<!^ *\*.*)(?<=\bfrom |\bimport\(|^import )['"]([^'"]*)['"]/gm;
/** A module of this package, by the name of its source or of its JavaScript. */
const OWN = /^(\..*)\.[jt]s$/;
/** Node has its types, and vitest is there where `taxiway/vitest` is used. */
const PRESENT = /^(node:.*|vitest)$/;
