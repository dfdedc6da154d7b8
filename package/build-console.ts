import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { collectLicences } from './licences.ts';
import { readScalar } from './scalar.ts';

/**
 * Builds the console and the API reference into `dist-console/`, or another folder: their pages, one script each with
 * the libraries that it uses, one style sheet, and the script of Scalar, compressed as it is served. Runs after each
 * install (`prepare`), so that a clone serves them without a command of its own.
 */
const folder = process.argv[2] ?? 'dist-console';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const modules = [...(await bundle('console', 'console/main.tsx')), ...(await bundle('docs', 'console/docs/main.ts'))];
for (const file of ['index.html', 'docs.html', 'icon.svg']) cpSync(join('console', file), join(folder, file));
const sheets = globSync('console/style/*.css').sort();
write('console.css', sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'));
console.log(`${folder}: the console, ${kilobytes()} kB compressed`);
write('scalar.js.gz', gzipSync(await readScalar(), { level: constants.Z_BEST_COMPRESSION }));
write('THIRD-PARTY-LICENSES.txt', collectLicences([...modules, 'node_modules/@scalar/fastify-api-reference']));

/** Returns the modules that are part of it. */
async function bundle(name: string, entry: string): Promise<string[]> {
  const build = await rolldown({
    input: { [name]: entry },
    platform: 'browser',
    tsconfig: 'console/tsconfig.json',
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const { output } = await build.write({ dir: folder, format: 'es', minify: true, codeSplitting: false });
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

function write(file: string, content: string | Buffer): void {
  writeFileSync(join(folder, file), content);
}

function kilobytes(): string {
  const sizes = globSync(`${folder}/*`).map((file) => brotliCompressSync(readFileSync(file)).length);
  return (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(0);
}
