import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PROGRAM } from '../cli/taxiway.ts';
import { runShell } from '../generated-clients/run-shell.ts';
import { missing, python } from '../generated-clients/tools.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import { env } from './installed.ts';

const FIXTURES = [
  {
    name: 'pytest',
    needs: ['python3'],
    command: async () => `"${await python('examples/fixtures/pytest/requirements.txt')}" -m pytest -p no:cacheprovider`,
    passed: /3 passed/,
  },
  {
    name: 'junit',
    needs: ['mvn'],
    command: async () => 'mvn -B -ntp test',
    passed: /Tests run: 3, Failures: 0, Errors: 0, Skipped: 0/,
  },
] as const;

describe.each(FIXTURES)('examples/fixtures/$name', { timeout: 240_000 }, ({ name, needs, command, passed }) => {
  const absent = missing(needs);

  it('starts a sandbox for a test and stops it afterwards', async ({ skip }) => {
    if (absent !== undefined) skip(absent);
    const project = projectOf(name, `exec "${process.execPath}" "${PROGRAM}" "$@"`);
    expect(await runShell(await command(), project)).toMatch(passed);
    const pid = Number(readFileSync(join(project.cwd, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('fails with the output of a program that does not start', async ({ skip }) => {
    if (absent !== undefined) skip(absent);
    const project = projectOf(name, 'echo "port is taken" >&2; exit 1');
    await expect(runShell(await command(), project)).rejects.toThrow(/taxiway did not start[^]*port is taken/);
  });
});

const SLEEPING = {
  pytest: {
    file: 'test_sleeps.py',
    text: `import pathlib, time
def test_sleeps(sandbox):
    pathlib.Path("ready").touch()
    time.sleep(90)
`,
  },
  junit: {
    file: 'SleepTest.java',
    text: `import java.nio.file.*;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
class SleepTest {
  @RegisterExtension static final TaxiwayExtension sandbox = new TaxiwayExtension();
  @Test void sleeps() throws Exception { Files.createFile(Path.of("ready")); Thread.sleep(90_000); }
}
`,
  },
};

it.for(FIXTURES)(
  'a $name run ended by SIGTERM leaves no sandbox behind',
  { timeout: 240_000 },
  async (fixture, { skip }) => {
    const { name, needs, command } = fixture;
    const absent = missing(needs);
    if (absent !== undefined) skip(absent);
    const { cwd, env: own } = projectOf(name, `exec "${process.execPath}" "${PROGRAM}" "$@"`);
    writeFileSync(join(cwd, SLEEPING[name].file), SLEEPING[name].text);
    const tests = spawn('sh', ['-c', `exec ${await command()}`], { cwd, env: own, stdio: 'ignore' });
    await vi.waitFor(() => expect(existsSync(join(cwd, 'ready'))).toBe(true), 120_000);
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    tests.kill('SIGTERM');
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 60_000);
  },
);

/** Copies a fixture, with a program that leaves its process id in the file `pid`. */
function projectOf(name: string, script: string): { cwd: string; env: NodeJS.ProcessEnv } {
  const cwd = join(temporaryFolder(), name);
  cpSync(join('examples/fixtures', name), cwd, { recursive: true });
  const program = join(cwd, 'taxiway');
  writeFileSync(program, `#!/bin/sh\necho $$ > pid\n${script}\n`);
  chmodSync(program, 0o755);
  return { cwd, env: { ...env, TAXIWAY_PROGRAM: program } };
}
