import { describe, expect, it } from 'vitest';
import { ENOUGH } from '../../../src/check/exam/reads.ts';
import { firstTasks } from '../../../src/check/exam/situation.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { runTaxiway } from '../../cli/taxiway.ts';

describe('taxiway exam', () => {
  it('lists every situation without running anything', async () => {
    const { code, stdout } = await runTaxiway(['exam', '--list']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(situations.length);
  });

  it('hides no booking for longer than clients have to read according to docs/exam.md', () => {
    const hidden = situations.flatMap(({ armed }) => [...armed.matchAll(/502-late\(reads=(\d+)/g)].map(([, n]) => n));
    expect(Math.max(...hidden.map(Number))).toBe(ENOUGH.reads - 1);
    expect(Math.max(...situations.map(({ lateMs = 0 }) => lateMs))).toBeLessThanOrEqual(3000);
  });

  it('has help that fits a terminal of 80 columns', async () => {
    const { stdout } = await runTaxiway(['exam', '--help']);
    expect(stdout).toContain('--exit-codes <codes>');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('ends immediately if the command does not exist', async () => {
    const { code, stderr } = await runTaxiway(['exam', '--only', 'book-transfer.plain', '--', './no-such-client']);
    expect(code).toBe(2);
    expect(stderr).toContain('taxiway exam: ./no-such-client cannot be started: spawn ./no-such-client ENOENT');
  });

  it('ends with 2 and one copy of the error where the client cannot start', async () => {
    const { code, stdout, stderr } = await runTaxiway(['exam', '--quiet', '--', process.execPath, 'no-such-file.mjs']);
    expect([code, stdout]).toEqual([2, '']);
    const done = situations.filter(({ task }) => firstTasks.includes(task));
    expect(stderr).toContain(`made no call; the other ${done.length - firstTasks.length} situations were not run\n`);
    expect(stderr.match(/MODULE_NOT_FOUND/g)).toHaveLength(1);
  });

  it('passes variables with commas to the client unchanged', { timeout: 30_000 }, async () => {
    const client = `process.exit(process.env.LIST === 'a, b,c' && process.env.SECOND === '2' ? 3 : 4)`;
    const variables = ['--env', 'LIST=a, b,c', '--env=SECOND=2'];
    const words = ['--only', 'book-transfer.plain', ...variables, '--', process.execPath, '-e', client];
    expect((await runTaxiway(['exam', ...words])).stdout).toContain('The client says not booked;');
  });

  it.each([
    [['--only', 'nothing'], 'no situation begins with it'],
    [['--tasks', 'fly'], 'expected some of book-transfer'],
    [['--env', 'A={secret}'], 'the placeholder {secret}'],
    [['--exit-codes', '0,0,4'], 'three different ones'],
    [['--expected-failures', 'missing.txt'], 'cannot be read'],
  ])('refuses %j and says what to write instead', async (flags, message) => {
    const { code, stderr } = await runTaxiway(['exam', ...flags, '--', 'true']);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
