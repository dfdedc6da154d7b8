import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { collectLicences } from './licences.ts';
import { readScalar } from './scalar.ts';

/**
 * Builds the console and the API reference into `dist-console/`, or another folder: their pages, one script each with
 * the libraries that it uses, one style sheet, and the script of Scalar. Scripts and style sheet are compressed, as
 * they are served. Runs after each install (`prepare`), so that a clone serves them without a command of its own.
 */
const folder = process.argv[2] ?? 'dist-console';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const modules = [...(await bundle('console', 'console/main.tsx')), ...(await bundle('docs', 'console/docs/main.ts'))];
for (const file of ['index.html', 'docs.html', 'icon.svg']) cpSync(join('console', file), join(folder, file));
const sheets = globSync('console/style/*.css').sort();
writePacked('console.css', sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'));
console.log(`${folder}: the console, ${kilobytes()} kB compressed`);
writePacked('scalar.js', await readScalar());
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
  writeFileSync(join(folder, file), content);
}

function kilobytes(): string {
  const sizes = globSync(`${folder}/*`).map((file) => statSync(file).size);
  return (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(0);
}
