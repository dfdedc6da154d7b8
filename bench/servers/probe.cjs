// @ts-check
// This file is loaded before a measured process, and returns to the parent what it asks about that process. CommonJS,
// and nothing is loaded before it is needed: the start of the process is measured too.

/**
 * @typedef {object} Question
 * @property {true} [usage]
 * @property {boolean} [collect] True to collect garbage before memory is measured.
 * @property {'start' | 'stop'} [profile]
 * @property {true} [scripts]
 * @property {true} [statements]
 */

const SAMPLE_MICROS = 100;
/** @type {import('node:inspector').Session | undefined} */
let session;
/** @type {{ url: string; characters: number }[]} */
const scripts = [];
/** @type {(() => number) | undefined} */
let statements;

// Threads load this file too, and have no parent.
if (process.send) serveParent();

function serveParent() {
  const atStart = process.env['BENCH_AT_START'];
  if (atStart === 'scripts') listScripts();
  if (atStart === 'profile') startProfile();
  process.on('message', (/** @type {Question} */ question) => {
    if (question.usage) reportUsage(question.collect ?? false);
    if (question.scripts) process.send?.(scripts);
    if (question.statements) process.send?.({ statements: countStatements() });
    if (question.profile === 'start') {
      startProfile();
      process.send?.({});
    }
    if (question.profile === 'stop')
      inspect().post('Profiler.stop', (error, ended) => process.send?.(error ?? ended.profile));
  });
  process.on('disconnect', () => process.exit(0));
}

/** @param {boolean} collect True to collect garbage before memory is measured. */
function reportUsage(collect) {
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed, externalBytes: external });
}

function listScripts() {
  inspect().on('Debugger.scriptParsed', ({ params }) =>
    scripts.push({ url: params.url, characters: params.length ?? 0 }),
  );
  inspect().post('Debugger.enable');
}

function startProfile() {
  inspect().post('Profiler.enable');
  inspect().post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
  inspect().post('Profiler.start');
}

function inspect() {
  if (session) return session;
  const { Session } = require('node:inspector');
  session = new Session();
  session.connect();
  return session;
}

/** Returns the number of SQL statements since the first call. */
function countStatements() {
  if (!statements) {
    const { countFromNow } = require('./count-statements.cjs');
    statements = countFromNow();
  }
  return statements();
}
