import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OutputChunk } from 'rolldown';
import { bundleForVitest, bundleProgram } from './bundle.ts';
import { describeBundled } from './licences.ts';
import { lintSpecs } from './lint-specs.ts';
import { pruneTypes } from './prune-types.ts';

/**
 * Builds `dist/`, or another folder: JavaScript with the packages that it uses, of them only what it uses, and the
 * types of what the package exports.
 */
const folder = process.argv[2] ?? 'dist';
/** Entries of the package that are not for vitest or jest alone. */
const IMPORTED = ['src/index', 'src/fixture/node-test'];
const FOR_VITEST = ['src/check/verify/suite', 'src/fixture/vitest'];
rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder], {
  stdio: 'inherit',
});
pruneTypes(folder, [...IMPORTED, ...FOR_VITEST, 'src/fixture/jest']);
await lintSpecs();
const program = await bundleProgram(folder);
const chunks = [...program, ...(await bundleForVitest(folder))];
for (const entry of program.filter(({ name }) => IMPORTED.includes(name))) writeForImport(entry);
for (const entry of FOR_VITEST) writeForRequire(entry);
const described = describeBundled(chunks.flatMap(({ moduleIds }) => moduleIds));
for (const [file, text] of Object.entries(described)) writeFileSync(join(folder, file), text);

/** Writes the same module for `import`: both ways of loading give the same classes. */
function writeForImport({ name, fileName, exports }: OutputChunk): void {
  const path = `./${basename(fileName)}`;
  writeFileSync(join(folder, `${name}.js`), `export { ${exports.join(', ')} } from '${path}';\n`);
}

/** Writes a CommonJS module that loads the ES module: vitest itself is one. */
function writeForRequire(entry: string): void {
  writeFileSync(join(folder, `${entry}.cjs`), `module.exports = require('./${basename(entry)}.js');\n`);
}
