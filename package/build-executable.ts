import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Makes `dist-bin/taxiway` of the Node that runs this and of a `dist/` that was built before, or of other folders: one
 * file, for machines without Node. It carries the files of the package, and unpacks them once for each version (see
 * launcher.cjs).
 */
const [FOLDER = 'dist-bin', DIST = 'dist'] = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
/** As in a project: there Node keeps warnings about the code of packages to itself. */
const PLACE = 'node_modules/taxiway';
const packed = pack(runtimeFiles());
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const name = `${version}-${createHash('sha256').update(packed).digest('hex').slice(0, 16)}`;
writeFileSync(join(FOLDER, 'files'), packed);
writeFileSync(join(FOLDER, 'name'), name);
writeFileSync(
  join(FOLDER, 'sea.json'),
  JSON.stringify({
    main: 'package/launcher.cjs',
    output: join(FOLDER, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { files: join(FOLDER, 'files'), name: join(FOLDER, 'name') },
  }),
);
const executable = join(FOLDER, process.platform === 'win32' ? 'taxiway.exe' : 'taxiway');
execFileSync(process.execPath, ['--experimental-sea-config', join(FOLDER, 'sea.json')], { stdio: 'ignore' });
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
inject();
for (const file of ['files', 'name', 'sea.json', 'blob']) rmSync(join(FOLDER, file));
console.log(`${executable}: ${(statSync(executable).size / 1e6).toFixed(0)} MB, taxiway ${version}`);

/** What is read at run time, by its place among installed packages: the code, its data, and of faker the languages. */
function runtimeFiles(): Map<string, Buffer> {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const listed = files.filter((file) => !['dist', 'dist-console'].includes(file) && !file.endsWith('.md'));
  const data = globSync([...listed, 'dist-console/*']);
  const faker = globSync('node_modules/@faker-js/faker/{package.json,LICENSE,dist/**/*.js}');
  const code = globSync('**/*.{js,cjs,json,txt}', { cwd: DIST });
  return new Map([
    ...['package.json', ...data].map((file) => [`${PLACE}/${file}`, readFileSync(file)] as const),
    ...code.map((file) => [`${PLACE}/dist/${file}`, readFileSync(join(DIST, file))] as const),
    ...faker.map((file) => [file, readFileSync(file)] as const),
  ]);
}

/** The length of a list of paths and lengths, the list, and the contents one after the other. */
function pack(files: ReadonlyMap<string, Buffer>): Buffer {
  const list = Buffer.from(JSON.stringify([...files].map(([path, { length }]) => [path, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return brotliCompressSync(Buffer.concat([length, list, ...files.values()]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
}

function inject(): void {
  const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
  const options = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const postject = 'tools/node_modules/postject/dist/cli.js';
  execFileSync(
    process.execPath,
    [postject, executable, 'NODE_SEA_BLOB', join(FOLDER, 'blob'), '--sentinel-fuse', fuse, ...options],
    { stdio: 'ignore' },
  );
}
