import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-file.ts';

const FAILS_ONCE = `it('fails once', () => {
  if (existsSync('failed')) return;
  writeFileSync('failed', '');
  throw new Error('the first try\\nof two');
});`;
const FAILS = "it('fails', () => { throw new Error('each try'); });";
const AGAIN = 'Tests that failed run once more, alone';
const LINE = 'FLAKY test/some.test.js › a test > fails once: the first try';

describe('a run of tests', { timeout: 60_000 }, () => {
  it('is green if a test fails once, and lists it', () => {
    const { status, output, flaky } = run('full', FAILS_ONCE);
    expect([status, flaky]).toEqual([0, `${LINE}\n`]);
    expect(output.trimEnd().split('\n').at(-1)).toBe(LINE);
  });

  it('repeats only the tests that failed', () => {
    const counted = "it('passes', () => appendFileSync('passes', 'x'));";
    const { folder, status } = run('postgres', `${FAILS_ONCE}\n${counted}`);
    expect([status, readFileSync(join(folder, 'passes'), 'utf8')]).toEqual([0, 'x']);
  });

  it('is red if a test fails twice', () => {
    const { status, output, flaky } = run('full', `${FAILS_ONCE}\n${FAILS}`);
    expect([status, flaky]).toEqual([1, '']);
    expect(output).toContain(`${AGAIN}: 2`);
  });

  it.each([
    ['a fast test fails once', 'fast', FAILS_ONCE, /the first try/],
    ['a race fails once', 'full', FAILS_ONCE.replace('fails once', 'concurrent calls fail once'), /the first try/],
    ['a hook fails once', 'full', `beforeAll(() => { throw new Error('no server'); });\n${FAILS_ONCE}`, /no server/],
    ['an error has no test', 'full', `setImmediate(() => { throw new Error('stray'); });\n${FAILS_ONCE}`, /stray/],
    ['a worker ends early', 'full', `${FAILS_ONCE}\nit('ends', () => process.kill(process.pid, 'SIGKILL'));`, /exited/],
    [
      'eleven tests fail once',
      'full',
      `describe.each(Array(11).keys().toArray())('%i', () => { ${FAILS} });`,
      /each try/,
    ],
    ['there is no test', 'full', '', /No test suite found/],
  ])('is red without a second try if %s', (_, project, tests, reason) => {
    const { status, output, flaky } = run(project, tests);
    expect([status, flaky]).toEqual([1, '']);
    expect(output).toMatch(reason);
    expect(output).not.toContain(AGAIN);
  });

  it('is red if a test fails once and the coverage is too low', () => {
    const { status, output, flaky } = run('full', FAILS_ONCE, '--coverage');
    expect([status, flaky]).toEqual([1, '']);
    expect(output).toMatch(/Coverage for lines \(0%\) does not meet/);
  });

  it('takes paths and options of vitest', () => {
    expect(run('full', FAILS, 'elsewhere').output).toMatch(/No test files found/);
    expect(run('full', FAILS, '--exclude', 'test/**').output).toMatch(/No test files found/);
    expect(run('full', FAILS, '--testNamePattern', 'no such').status).toBe(0);
  });
});

/** Runs the tests of a file in a project of its own. */
function run(project: string, tests: string, ...args: string[]) {
  const folder = temporaryFolder();
  const config = {
    globals: true,
    coverage: { include: ['untested.js'], reportOnFailure: true, thresholds: { lines: 10 }, reporter: [] },
    projects: [{ extends: true, test: { name: project, include: ['test/*.test.js'] } }],
  };
  mkdirSync(join(folder, 'test'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.js'), `export default { test: ${JSON.stringify(config)} };`);
  writeFileSync(join(folder, 'untested.js'), 'export const one = () => 1;\none();\n');
  const imports = "import { appendFileSync, existsSync, writeFileSync } from 'node:fs';";
  const file = tests === '' ? '' : `${imports}\ndescribe('a test', () => {\n${tests}\n});\n`;
  writeFileSync(join(folder, 'test/some.test.js'), file);
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_WORKER_ID: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('test/run.ts'), ...args], {
    ...{ cwd: folder, encoding: 'utf8', env },
  });
  const results = join(folder, 'test-results/flaky.txt');
  const flaky = existsSync(results) ? readFileSync(results, 'utf8') : '';
  return { folder, status, output: `${stderr}${stdout}`, flaky };
}
