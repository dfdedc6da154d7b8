import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../cli/taxiway.ts';
import { temporaryFolder } from '../store/temporary-file.ts';
import { env } from './installed.ts';

const FIXTURES = [
  {
    name: 'pytest',
    command: ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'],
    version: ['python3', '-m', 'pytest', '--version'],
    passed: /1 passed/,
  },
  {
    name: 'junit',
    command: ['mvn', '-B', '-ntp', 'test'],
    version: ['mvn', '--version'],
    passed: /Tests run: 1, Failures: 0, Errors: 0, Skipped: 0/,
  },
];

describe.each(FIXTURES)('examples/fixtures/$name', { timeout: 240_000 }, (fixture) => {
  it('starts a sandbox for a test and stops it afterwards', async ({ skip }) => {
    const { output, folder } = await runTests(fixture, `exec "${process.execPath}" "${PROGRAM}" "$@"`, skip);
    expect(output).toMatch(fixture.passed);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('fails with the output of a program that does not start', async ({ skip }) => {
    const { output } = await runTests(fixture, 'echo "port is taken" >&2; exit 1', skip);
    expect(output).toMatch(/taxiway did not start[^]*port is taken/);
  });
});

/** Runs the tests of a fixture with a program that leaves its process id in the file `pid`. */
async function runTests({ name, command, version }: Fixture, script: string, skip: TestContext['skip']) {
  if ((await outputOf(version, '.', env)) === null) skip(`not run: this machine has no ${version[0]} for ${name}`);
  const folder = join(temporaryFolder(), name);
  cpSync(join('examples/fixtures', name), folder, { recursive: true });
  const program = join(folder, 'taxiway');
  writeFileSync(program, `#!/bin/sh\necho $$ > pid\n${script}\n`);
  chmodSync(program, 0o755);
  const output = await outputOf(command, folder, { ...env, TAXIWAY_PROGRAM: program });
  if (output?.includes('Could not transfer artifact')) skip('not run: Maven reaches no registry');
  return { output, folder };
}

type Fixture = (typeof FIXTURES)[number];

/** Returns the output of a command, also if it fails; null if the program is not there, or lacks the module. */
async function outputOf([tool = '', ...args]: readonly string[], cwd: string, environment: NodeJS.ProcessEnv) {
  try {
    return (await promisify(execFile)(tool, args, { cwd, env: environment })).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout || null;
  }
}
