import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { stopwatch } from '../../src/base/stopwatch.ts';
import { useSandbox } from '../support/sandbox.ts';
import { curls, runBash } from './run-bash.ts';

const walk = fileURLToPath(new URL('../../examples/pending.sh', import.meta.url));
const server = useSandbox({ clock: systemClock });

it.each(curls)('examples/pending.sh sees a pending booking completed in less than ten seconds, by %s', async (curl) => {
  const elapsed = stopwatch();
  const { exitCode, stdout, stderr } = await runBash([walk], { BASE_URL: server.baseUrl }, curl);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^profile: {2}dp_\w{12}, /),
    expect.stringMatching(/^book: {5}pending, /),
    'read:     still pending',
    expect.stringMatching(/^clock: {4}advanced to 20\S+Z$/),
    expect.stringMatching(/^read: {5}completed, confirmation number [A-Z]{3}\d{8}$/),
    '',
  ]);
  expect(elapsed()).toBeLessThan(10_000);
});

it('examples/pending.sh reports that there is no response if no sandbox runs', async () => {
  const { exitCode, stderr } = await runBash([walk], { BASE_URL: 'http://127.0.0.1:1' });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('pending: POST /_sandbox/profiles: no response from http://127.0.0.1:1: is it running?');
});
