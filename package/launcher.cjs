// The start of the executable. It unpacks the files of the package, once for each build, into a folder that only this
// user can write, and runs the command line from there: compiled code is kept there too.
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const path = require('node:path');
const sea = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

/** @type {(text: string) => [name: string, length: number][]} */
const readList = JSON.parse;
const folder = findFiles();
process.env.NODE_COMPILE_CACHE ??= path.join(folder, '.compiled');
// The start is CommonJS without import(); a file of the folder has it.
createRequire(path.join(folder, 'start.cjs'))('./start.cjs');

/** The folder of the unpacked files. Without one that lasts, a temporary one that goes with the process. */
function findFiles() {
  const name = sea.getAsset('name', 'utf8');
  try {
    const cache = cacheFolder();
    const folder = path.join(cache, name);
    if (!existsSync(path.join(folder, 'start.cjs'))) unpackOnce(cache, folder);
    return folder;
  } catch {
    const folder = mkdtempSync(path.join(tmpdir(), 'taxiway-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    unpack(folder);
    return folder;
  }
}

/** Throws where another user could write. */
function cacheFolder() {
  const base =
    process.platform === 'win32'
      ? (process.env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local'))
      : (process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'));
  const folder = path.join(base, 'taxiway');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) throw new Error('not private');
  return folder;
}

/**
 * Two starts at the same time both unpack; the first one's folder stays.
 * @param {string} cache
 * @param {string} folder
 */
function unpackOnce(cache, folder) {
  const own = mkdtempSync(path.join(cache, 'new-'));
  try {
    unpack(own);
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'start.cjs'))) throw error;
  }
}

/** @param {string} folder */
function unpack(folder) {
  const all = brotliDecompressSync(Buffer.from(sea.getRawAsset('files')));
  const start = 4 + all.readUInt32BE(0);
  let at = start;
  const list = readList(all.toString('utf8', 4, start));
  for (const [name, length] of list) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), all.subarray(at, at + length));
    at += length;
  }
  writeFileSync(path.join(folder, 'start.cjs'), "require('./node_modules/taxiway/dist/src/cli/main.cjs');\n");
  chmodSync(folder, 0o700);
}
