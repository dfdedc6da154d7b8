import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describeBundled } from './licences.ts';
import { readScalar } from './scalar.ts';

/**
 * Builds the console and the API reference into `dist-console/`, or another folder: their pages, one script each with
 * the libraries that it uses, one style sheet, and the script of Scalar. Scripts and style sheet are compressed, as
 * they are served. Runs after each install (`prepare`), so that a clone serves them without a command of its own. Each
 * file is whole at every moment: a sandbox serves them meanwhile.
 */
const folder = process.argv[2] ?? 'dist-console';
const written = new Set<string>();
mkdirSync(folder, { recursive: true });
const modules = [...(await bundle('console', 'console/main.tsx')), ...(await bundle('docs', 'console/docs/main.ts'))];
for (const file of ['index.html', 'docs.html', 'icon.svg']) write(file, readFileSync(join('console', file)));
const sheets = globSync('console/style/*.css').sort();
writePacked('console.css', sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'));
console.log(`${folder}: the console, ${kilobytes()} kB compressed`);
writePacked('scalar.js', await readScalar());
const described = describeBundled([...modules, 'node_modules/@scalar/fastify-api-reference']);
for (const [file, text] of Object.entries(described)) write(file, text);
removeOthers();

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
  const { output } = await build.generate({ format: 'es', minify: true, chunkFileNames: '[name].js' });
  return output.flatMap((file) => {
    if (file.type !== 'chunk') return [];
    writePacked(file.fileName, file.code);
    return file.moduleIds;
  });
}

function writePacked(file: string, content: string | Buffer): void {
  write(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

function write(file: string, content: string | Buffer): void {
  const fresh = join(folder, `.${file}-${process.pid}`);
  writeFileSync(fresh, content);
  renameSync(fresh, join(folder, file));
  written.add(file);
}

/** Removes what an earlier build wrote under other names; files with a dot are those of a build under way. */
function removeOthers(): void {
  const others = readdirSync(folder).filter((file) => !written.has(file) && !file.startsWith('.'));
  for (const file of others) rmSync(join(folder, file));
}

function kilobytes(): string {
  const sizes = [...written].map((file) => statSync(join(folder, file)).size);
  return (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(0);
}
