import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { loadControl } from '../src/control-api/load-control.ts';
import { loadSpec } from '../src/interface/openapi/load-spec.ts';
import { collectLicences } from './licences.ts';
import { pruneTypes } from './prune-types.ts';

/**
 * Builds `dist/`, or another folder: JavaScript with the packages that it uses, of them only what it uses, and the
 * types of what the package exports.
 */
const folder = process.argv[2] ?? 'dist';
rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder], {
  stdio: 'inherit',
});
pruneTypes(
  folder,
  ['index', 'check/verify/suite', 'fixture/vitest', 'fixture/node-test', 'fixture/jest'].map((entry) => `src/${entry}`),
);
const modules = await bundle(entries(), 'es');
const jest = await bundle({ 'src/fixture/jest': 'src/fixture/jest.ts' }, 'cjs');
for (const file of ['src/require-node.cjs', 'src/cli/require-node.cjs']) copyFileSync(file, join(folder, file));
writeForCommonJs();
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await loadSpec()));
writeFileSync(join(folder, 'control-api.json'), JSON.stringify(await loadControl()));
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), collectLicences([...modules, ...jest]));

/** What is loaded by its path: programs, exports, threads, and the folders that are read as a whole. */
function entries(): Record<string, string> {
  const files = [
    'src/cli/main.js',
    'src/index.ts',
    'src/check/verify/suite.ts',
    'src/fixture/vitest.ts',
    'src/fixture/node-test.ts',
    'src/fixture/sandbox-thread.ts',
    'src/http/openapi/validator-thread.ts',
    'src/control-api/documents/document-thread.ts',
    'src/control-api/state/check/check-thread.ts',
    ...globSync(['src/scenarios/library/*.ts', 'contracts/*.{contract,conduct}.ts']),
  ];
  return Object.fromEntries(files.map((file) => [file.replace(/\.[jt]s$/, ''), file]));
}

/** Returns the modules of other packages that are part of it now. */
async function bundle(input: Record<string, string>, format: 'es' | 'cjs'): Promise<string[]> {
  const build = await rolldown({
    input,
    platform: 'node',
    // Its languages are loaded by name, and the test runner is that of the user.
    external: [/^@faker-js\/faker/, /^vitest$/, ...(format === 'es' ? [/require-node\.cjs$/] : [])],
    treeshake: true,
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const extension = format === 'es' ? 'js' : 'cjs';
  const { output } = await build.write({
    dir: folder,
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name].${extension}`,
  });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** `require('taxiway')`, and the types of what is CommonJS. */
function writeForCommonJs(): void {
  writeFileSync(
    join(folder, 'src/index.cjs'),
    "'use strict';\nrequire('./require-node.cjs');\nmodule.exports = require('./index.js');\n",
  );
  writeFileSync(join(folder, 'src/index.d.cts'), "export * from './index.js';\n");
  const types = join(folder, 'src/fixture/jest.d.ts');
  const text = readFileSync(types, 'utf8').replace(
    /^(import|export)(?: type)? (.*) from '(.*)';$/gm,
    "$1 type $2 from '$3' with { 'resolution-mode': 'import' };",
  );
  writeFileSync(types.replace(/\.d\.ts$/, '.d.cts'), text);
  rmSync(types);
}
