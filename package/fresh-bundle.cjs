// @ts-check
// CommonJS, like the bundle: to load one module of another kind would take longer than all that this does.
const { createHash } = require('node:crypto');
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
const BUNDLES = path.join(ROOT, '.bundles');
/** Inputs of the bundle. */
const SOURCES = [
  'src',
  'contracts',
  'package',
  'examples/responses',
  'openapi.yaml',
  'package.json',
  'package-lock.json',
];

/**
 * Returns the folder with the bundle of the sources as they are now, and makes it first unless an earlier start did.
 * Otherwise it says why: returns null if the sources have to run, undefined if a spec is broken.
 * @returns {string | null | undefined}
 */
function freshBundle() {
  try {
    const folder = path.join(BUNDLES, nameOf(SOURCES.flatMap((source) => listFiles(path.join(ROOT, source)))));
    if (!existsSync(folder)) makeBundle(folder);
    return folder;
  } catch (error) {
    const { status, stderr } = /** @type {{ status?: number, stderr?: Buffer }} */ (error);
    if (status === BROKEN_SPEC) {
      console.error(`taxiway: ${stderr?.toString()}`);
      return undefined;
    }
    console.error(`taxiway: ${reasonOf(error)}; it runs from its sources, which takes longer to start`);
    return null;
  }
}

/**
 * Returns a line for each file: the time of its last change and its size tell versions apart.
 * @param {string} source
 * @returns {string[]}
 */
function listFiles(source) {
  const stats = statSync(source);
  if (stats.isDirectory()) return readdirSync(source).flatMap((name) => listFiles(`${source}/${name}`));
  return [`${source} ${stats.mtimeMs} ${stats.size}`];
}

/** @param {readonly string[]} files */
function nameOf(files) {
  return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
}

/**
 * One start makes a bundle, and others at the same moment wait for it: sixty would keep a machine busy for minutes.
 * @param {string} folder
 */
function makeBundle(folder) {
  removeOldBundles();
  const lock = `${folder}.lock`;
  while (!takeLock(lock)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    if (existsSync(folder)) return;
  }
  try {
    if (!existsSync(folder)) writeBundle(folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Takes the lock, or returns false after it removed one whose owner is gone.
 * @param {string} lock
 */
function takeLock(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(path.join(lock, MARK + process.pid), '');
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LONGEST_MS || (age > TO_MARK_MS && !isInUse(lock))) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/**
 * A bundle appears complete or not at all: it is made next to its place and renamed.
 * @param {string} folder
 */
function writeBundle(folder) {
  const unfinished = mkdtempSync(path.join(BUNDLES, 'unfinished-'));
  try {
    // Most starts need no process.
    const { execFileSync } = require('node:child_process');
    const program = path.join(__dirname, 'write-bundle.ts');
    execFileSync(process.execPath, [program, unfinished], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    // Made for this user alone; another one may start the clone.
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Removes bundles of past days, but for those of processes that still run: they load parts of theirs later. */
function removeOldBundles() {
  mkdirSync(BUNDLES, { recursive: true });
  for (const name of readdirSync(BUNDLES)) {
    const old = path.join(BUNDLES, name);
    // Another start may have removed it.
    const changed = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > DAY_MS && !isInUse(old)) rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Marks a bundle as one that this process runs.
 * @param {string} folder
 */
function markInUse(folder) {
  const mark = path.join(folder, MARK + process.pid);
  try {
    writeFileSync(mark, '');
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch {
    // In a clone that cannot be written nothing removes bundles either.
  }
}

/** @param {string} folder */
function isInUse(folder) {
  return readdirSync(folder).some((name) => name.startsWith(MARK) && isRunning(Number(name.slice(MARK.length))));
}

/** @param {number} processId */
function isRunning(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // That of another user must not get signals.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

const MARK = 'in-use-by-';
/** Exit code of write-bundle.ts. */
const BROKEN_SPEC = 2;
const DAY_MS = 86_400_000;
/** A bundle is made in less time, except on a very busy machine. */
const LONGEST_MS = 60_000;
/** Time from a lock to the mark in it. */
const TO_MARK_MS = 2000;

/** @param {unknown} error */
function reasonOf(error) {
  const { message = String(error), stderr } = /** @type {{ message?: string, stderr?: Buffer }} */ (error);
  const said = stderr?.toString().match(/^\w*Error: .*$/m)?.[0] ?? message.split('\n')[0];
  return `the bundle cannot be made (${said})`;
}

exports.freshBundle = freshBundle;
exports.markInUse = markInUse;
// `npm ci` makes the first bundle, so that the first start need not.
if (require.main === module) freshBundle();
