import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runTaxiway, startTaxiway } from '../../cli/taxiway.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const NOT_BOOKED = 3;

/**
 * A client in bash, with the flags of its exam. Its process group is in the file `groups`; `env` gives the exam a
 * folder of its own for temporary files.
 */
function exam(script: string, ...flags: string[]): { args: string[]; groups: string; env: Record<string, string> } {
  const groups = join(temporaryFolder(), 'groups');
  const env = { TMPDIR: temporaryFolder() };
  const client = ['bash', '-c', `echo $$ >> ${groups}; ${script}`];
  const given = ['--parallel', '1', '--no-color', ...flags];
  return { args: ['exam', '--only', 'book-transfer.plain', ...given, '--', ...client], groups, env };
}

/** Folders with tasks of clients that were left behind. */
function tasksIn({ TMPDIR: folder = '' }: Record<string, string>): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('taxiway-task-'));
}

/** The processes of the groups in a file that have not ended. */
function alive(groups: string): string[] {
  const own = groupsIn(groups);
  expect(own).not.toEqual([]);
  return readdirSync('/proc').filter((entry) => {
    const [, state = '', group = ''] = /\) (\S) \d+ (\d+) /.exec(statOf(entry)) ?? [];
    return own.includes(group) && state !== 'Z';
  });
}

function statOf(entry: string): string {
  try {
    return /^\d+$/.test(entry) ? readFileSync(`/proc/${entry}/stat`, 'utf8') : '';
  } catch {
    return '';
  }
}

/** The groups in a file. The shell makes the file before it writes the first one. */
function groupsIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Resolves once the client runs. */
function waitForGroup(groups: string): Promise<void> {
  return vi.waitFor(() => expect(groupsIn(groups)).not.toEqual([]), LIMIT);
}

const LIMIT = 60_000;
const escaped: number[] = [];
afterAll(() => escaped.forEach((pid) => process.kill(pid, 'SIGKILL')));

describe.runIf(process.platform === 'linux').concurrent('the processes of an examined client', () => {
  it('child processes left by a client are stopped, and the report names them', { timeout: LIMIT }, async () => {
    const { args, groups } = exam(`sleep 600 & (sleep 600 & tail -f /dev/null) & exit ${NOT_BOOKED}`, '--json');
    const { code, stdout, stderr } = await runTaxiway(args);
    expect([code, alive(groups)]).toEqual([1, []]);
    expect(stderr).toMatch(/^\d processes were left behind by ended clients, and stopped: .*sleep \(\d\)/m);
    const { leftBehind } = JSON.parse(stdout).situations[0].result.clients[0];
    expect(leftBehind).toContain('tail');
    expect(leftBehind.filter((name: string) => name === 'sleep')).toHaveLength(2);
  });

  it('no client process survives a crash of the client', { timeout: LIMIT }, async () => {
    const { args, groups } = exam('sleep 600 & kill -SEGV $$');
    await runTaxiway(args);
    expect(alive(groups)).toEqual([]);
  });

  it('no process of an endless client survives the exam', { timeout: LIMIT }, async () => {
    const { args, groups } = exam('sleep 600 & sleep 600', '--timeout', '1');
    const { stdout } = await runTaxiway(args);
    expect(stdout).toContain('The client was stopped: no end within 1000 ms.');
    expect(alive(groups)).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('no process of a client is alive after %s to the exam', { timeout: LIMIT }, async (signal, exitCode) => {
    const { args, groups } = exam('sleep 600 & sleep 600');
    const running = startTaxiway(args);
    await waitForGroup(groups);
    running.kill(signal);
    expect(await running.ended).toBe(exitCode);
    expect(alive(groups)).toEqual([]);
  });

  it('no client process survives a second signal, and no task file is left', { timeout: LIMIT }, async () => {
    const { args, groups, env } = exam('sleep 600 & sleep 600');
    const running = startTaxiway(args, env);
    await waitForGroup(groups);
    running.kill('SIGINT');
    running.kill('SIGTERM');
    await running.ended;
    expect(tasksIn(env)).toEqual([]);
    await vi.waitFor(() => expect(alive(groups)).toEqual([]), LIMIT);
  });

  it('no client process survives a fault of the exam, and no task file is left', { timeout: LIMIT }, async () => {
    const { args, groups, env } = exam('sleep 600 & sleep 600');
    const { code, stderr } = await runTaxiway(args, { ...env, ...throwingOnce(groups) });
    expect([code, stderr]).toEqual([1, expect.stringContaining('a fault')]);
    expect(tasksIn(env)).toEqual([]);
    await vi.waitFor(() => expect(alive(groups)).toEqual([]), LIMIT);
  });
});

/** Makes a process of Node throw as soon as a file has text. */
function throwingOnce(file: string): Record<string, string> {
  const code = `import { statSync } from 'node:fs';
    const hasText = () => statSync(${JSON.stringify(file)}, { throwIfNoEntry: false })?.size > 0;
    setInterval(() => { if (hasText()) throw new Error('a fault'); }, 20).unref();`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

describe.runIf(process.platform === 'linux').concurrent('an exam', () => {
  it('waits until the last command of a pipeline has written its output and ended', { timeout: LIMIT }, async () => {
    const { args } = exam(`exec > >(cat; echo '{"outcome":"odd"}'); exit 0`, '--json');
    const { stdout, stderr } = await runTaxiway(args);
    const [client] = JSON.parse(stdout).situations[0].result.clients;
    expect(client).toMatchObject({ leftBehind: [], stdout: '{"outcome":"odd"}\n' });
    expect(stderr).not.toContain('left behind');
  });

  it('ends although a process has left the process group and still runs', { timeout: LIMIT }, async () => {
    const file = join(temporaryFolder(), 'escaped');
    const { args, groups } = exam(
      `setsid bash -c 'echo $$ >> ${file}; exec sleep 600' & wait $!; exit 3`,
      '--timeout',
      '1',
    );
    await runTaxiway(args);
    escaped.push(...readFileSync(file, 'utf8').trim().split('\n').map(Number));
    expect(alive(groups)).toEqual([]);
    expect(escaped.map((pid) => statOf(String(pid)) !== '')).not.toContain(false);
  });
});
