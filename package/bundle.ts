import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputChunk, Plugin } from 'rolldown';
import { rolldown } from 'rolldown';
import { loadControl } from '../src/control-api/load-control.ts';
import { loadSpec } from '../src/interface/openapi/load-spec.ts';
import { compiledChecks } from './compiled-checks.ts';
import { staticFolders } from './static-folders.ts';

/**
 * Bundles the program, the library and their threads into a folder, as CommonJS, with both specs as JSON: Node loads a
 * few files in place of a thousand, and keeps their compiled code. With `maps`, a source map is next to each file;
 * Node does not load it, the bench does.
 */
export async function bundleProgram(folder: string, { maps = false } = {}): Promise<OutputChunk[]> {
  const chunks = await writeBundle(folder, PROGRAM, 'cjs', maps);
  for (const file of ['src/require-node.cjs', 'src/cli/require-node.cjs']) copyFileSync(file, join(folder, file));
  writeFileSync(join(folder, 'control-api.json'), JSON.stringify(await loadControl()));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await loadSpec()));
  return chunks;
}

/** Bundles what runs in vitest, which can only be imported. */
export function bundleForVitest(folder: string): Promise<OutputChunk[]> {
  return writeBundle(folder, FOR_VITEST, 'es');
}

/** What is started or loaded by its path. */
const PROGRAM = [
  'src/cli/main.js',
  'src/index.ts',
  'src/fixture/node-test.ts',
  'src/fixture/jest.ts',
  'src/fixture/sandbox-thread.ts',
  'src/http/openapi/validator-thread.ts',
  'src/control-api/documents/document-thread.ts',
  'src/control-api/state/check/check-thread.ts',
];
const FOR_VITEST = ['src/check/verify/suite.ts', 'src/fixture/vitest.ts'];

async function writeBundle(
  folder: string,
  files: readonly string[],
  format: 'es' | 'cjs',
  maps = false,
): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: Object.fromEntries(files.map((file) => [file.replace(/\.[jt]s$/, ''), file])),
    platform: 'node',
    // The languages of faker are loaded by name, and the test runner is that of the user. The client of PostgreSQL has
    // names of others, which it does not need.
    external: [/^@faker-js\/faker/, /^vitest$/, /^pg-(native|cloudflare)$/],
    plugins: [staticFolders(), compiledChecks(), separateCheck],
    treeshake: true,
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const extension = format === 'es' ? 'js' : 'cjs';
  const { output } = await build.write({
    dir: folder,
    format,
    ...(maps && { sourcemap: 'hidden' as const, sourcemapExcludeSources: true }),
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name].${extension}`,
  });
  return output.filter((file) => file.type === 'chunk');
}

/** The check of Node's version stays a file of its own, next to the entries: an old Node can parse nothing else. */
const separateCheck: Plugin = {
  name: 'separate-check',
  resolveId: (id) => (id.endsWith('require-node.cjs') ? { id, external: true } : null),
};
