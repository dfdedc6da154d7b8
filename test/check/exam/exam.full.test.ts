import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { firstTasks, tasks } from '../../../src/check/exam/situation.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { runTaxiway } from '../../cli/taxiway.ts';
import { sizeOf } from '../../support/full-size.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = temporaryFolder();

describe('taxiway exam', { timeout: 120_000 }, () => {
  it('reports a crash, a hang and a client that never calls separately', async () => {
    const crash = await examine('crashes', ['--only', 'book-transfer.plain']);
    expect(crash.code).toBe(1);
    expect(crash.stdout).toContain('crash: The client ended with exit code 1');
    expect(crash.stdout).toContain('the client broke on');
    expect(crash.stdout).not.toContain('\u001b[31m');
    const hang = await examine('hangs', ['--only', 'book-transfer.plain', '--timeout', '1']);
    expect(hang.stdout).toContain('hang: The client was stopped: no end within 1000 ms.');
    const idle = await examine('never-calls', ['--only', 'book-transfer.plain']);
    expect(idle.stdout).toContain('idle: The client never called bookTransfer');
    expect(idle.stdout).toContain('belief: The client says booked, and nothing is there.');
  });

  it('finds two reservations if a client books again after a time-out', async () => {
    const { code, stdout } = await examine('rebooks', [
      '--only',
      'book-transfer.timeout-after-commit,book-transfer.plain',
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED book-transfer\.timeout-after-commit: /);
    expect(stdout).toMatch(/truth: Booked more than once: expected at most 1, found 2 reservations/);
  });

  it('finds a retry that books twice only at a supplier that books every resend', async () => {
    const { stdout } = await examine('retries', ['--only', 'book-transfer.dropped-after-commit-resend-books']);
    expect(stdout).toMatch(/FAILED book-transfer\.dropped-after-commit-resend-books/);
    expect(stdout).toMatch(/truth: Booked more than once: expected at most 1, found 2 reservations/);
  });

  it('finds a client that mistakes 200 for a completed booking', async () => {
    const { stdout } = await examine('believes-200', ['--only', 'book-transfer.failed']);
    expect(stdout).toContain('belief: The client says booked, and nothing is there.');
  });

  it('accepts expected failures, and fails if an expected failure passes', async () => {
    const list = join(folder, 'expected.txt');
    writeFileSync(list, 'book-transfer.failed # known\n');
    const only = ['--only', 'book-transfer.failed,book-transfer.failed-once', '--expected-failures', list];
    const known = await examine('believes-200', ['--only', 'book-transfer.failed', '--expected-failures', list]);
    expect(known.stdout).toContain('1 failed as expected');
    expect(known.stdout).toContain(
      'PASSED, with 1 known situation: no situation passed, and each failure was expected',
    );
    expect(known.code).toBe(0);
    writeFileSync(list, 'book-transfer.plain\n');
    const stale = await examine('believes-200', ['--only', 'book-transfer.plain', ...only.slice(2)]);
    expect(stale.stdout).toContain('Passes now: 1 known failure (remove these entries)\n  book-transfer.plain\n');
    expect(stale.code).toBe(1);
    writeFileSync(list, 'book-transfer.plane\n');
    const unknown = await examine('believes-200', only);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('"book-transfer.plane", which is not a situation');
  });

  it('writes reports and evidence without secrets', async () => {
    const [json, junit, evidence] = ['report.json', 'report.xml', 'evidence'].map((name) => join(folder, name));
    const files = ['--json-file', json ?? '', '--junit', junit ?? '', '--evidence', evidence ?? ''];
    const { code } = await examine('believes-200', ['--only', 'book-transfer.plain', ...files]);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject({ version: 1, exam: 5, summary: { passed: 1 } });
    expect(readFileSync(junit ?? '', 'utf8')).toContain('<testcase name="book-transfer.plain: everything goes well"');
    const own = join(evidence ?? '', 'book-transfer.plain');
    expect(readdirSync(own).sort()).toEqual([
      'exchanges.json',
      'result.json',
      'stderr.txt',
      'stdout.txt',
      'verdicts.json',
    ]);
    for (const name of readdirSync(own)) expect(readFileSync(join(own, name), 'utf8')).not.toMatch(/sk_\w/);
  });
});

/** A whole exam takes 30 to 90 s on a quiet machine, and longer next to other work. */
const WHOLE = 1_200_000;

describe('the example clients', { timeout: WHOLE }, () => {
  it('the TypeScript client passes the whole exam by the line of docs/exam.md', async () => {
    const [, block = ''] = /```sh exam\n(.*?)```/s.exec(readFileSync(file('../../../docs/exam.md'), 'utf8')) ?? [];
    const { stdout } = await promisify(execFile)('bash', ['-ec', block], { cwd: file('../../..') });
    const done = situations.filter(({ task }) => firstTasks.includes(task));
    expect(stdout).toContain(`${done.length} passed`);
  });

  /** Strategies of the two clients meet every situation: here each fourth one shows that the example is complete. */
  const EACH = sizeOf(4, 1);
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.runIf(hasPython)(
    `the Python client passes the exam too${hasPython ? '' : ' (not run: no python3 here)'}`,
    async () => {
      const some = situations.filter((_, index) => index % EACH === 0).map(({ name }) => name);
      const { code, stdout } = await examineClient(
        ['--strict', '--tasks', tasks.join(','), '--only', some.join(',')],
        ['python3', file('../../../examples/clients/client.py')],
      );
      expect(stdout).toContain(`${some.length} passed`);
      expect(code).toBe(0);
    },
  );

  it('survives random events', async () => {
    const client = [process.execPath, file('../../../examples/clients/client.ts')];
    const { code, stdout } = await examineClient(['--explore', `${sizeOf(10, 60)}`], client);
    expect(stdout).toContain('none breaks the client');
    expect(code).toBe(0);
  });
});

describe('random events', () => {
  it.each([
    ['rebooks', 'exam'],
    ['retries', 'r0'],
  ])('find at most two events that break a client that %s', { timeout: 300_000 }, async (habit, seed) => {
    const { code, stdout } = await runTaxiway([
      ...['exam', '--quiet', '--explore', '8', '--timeout', '20', '--seed', seed, '--tasks', 'book-transfer', '--'],
      ...[process.execPath, file('habits.ts'), habit],
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/truth: Booked more than once: expected at most 1, found \d reservations/);
    const double = stdout.split('FAILED').find((part) => part.includes('truth: ')) ?? '';
    expect(/under (\S+)\n/.exec(double)?.[1]?.split(/,(?![^()]*\))/).length).toBeLessThanOrEqual(2);
  });
});

function examine(habit: string, flags: readonly string[]) {
  return runTaxiway(['exam', '--quiet', ...flags, '--', process.execPath, file('habits.ts'), habit]);
}

function examineClient(flags: readonly string[], client: readonly string[]) {
  return runTaxiway(['exam', '--quiet', '--env', 'PAUSE_MS=30', ...flags, '--', ...client]);
}
