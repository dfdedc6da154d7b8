import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox({ seed: 'validator' });
const faulty = () => sandbox.post('/v1/flights/search', { slices: 5 });
const threads: Worker[] = [];
const keep = (worker: Worker) => void threads.push(worker);

beforeAll(() => void process.on('worker', keep));
afterAll(() => void process.off('worker', keep));

it('other requests are served while the first faulty request waits for the validator', async () => {
  let underway = true;
  const refused = faulty().then((response) => {
    underway = false;
    return response;
  });
  let served = 0;
  while (underway) {
    await sendRaw(sandbox.baseUrl, { path: '/_sandbox/health' });
    served += 1;
  }
  expect(served).toBeGreaterThan(5);
  expect((await refused).body.details).toContainEqual({ path: '/passengers', message: 'passengers is required' });
  expect(threads).toHaveLength(1);
});

it('requests waiting for the thread at its end return internal_error; the next one starts another', async () => {
  await faulty();
  const started = threads.length;
  const [thread] = threads.slice(-1);
  const lost = vi.spyOn(thread, 'postMessage').mockImplementation(() => {
    if (lost.mock.calls.length === 2) void thread.terminate();
  });
  const cut = await Promise.all([faulty(), sandbox.get('/reservations/details', { query: { reservationId: 'x' } })]);
  for (const { status, body } of cut) expect([status, body.code]).toEqual([500, 'internal_error']);
  expect((await faulty()).body.details).toContainEqual({ path: '/passengers', message: 'passengers is required' });
  expect(threads).toHaveLength(started + 1);
});

it('a process ends after it closes its sandbox', async () => {
  const script = `
    import { createSandbox } from './src/index.ts';
    const sandbox = await createSandbox({ log: 'silent' });
    const { status } = await fetch(await sandbox.listen() + '/reservations/details?unheardOf=1', {
      headers: sandbox.headers(),
    });
    await sandbox.close();
    console.log(status);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 20_000,
  });
  expect(stdout).toBe('400\n');
});
