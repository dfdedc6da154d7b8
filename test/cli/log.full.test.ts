import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import type { Taxiway } from './taxiway.ts';
import { serveTaxiway } from './taxiway.ts';

const REQUESTS = 600;
/** Stands in every line of the log: together more than the socket, its reader and the sandbox hold. */
const LONG_PATH = `/nowhere/${'x'.repeat(2000)}`;

it('an unread log delays no request and no exit, and health counts the dropped lines', async () => {
  const server = await serveTaxiway([], {}, { unread: true });
  await sendMany(server, REQUESTS);
  const { dropped } = await readLogHealth(server);
  expect(dropped).toBeGreaterThan(0);
  expect(dropped).toBeLessThan(REQUESTS);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('a log that is read again reports how many lines were dropped, and misses no other line', async () => {
  const server = await serveTaxiway([], {}, { unread: true });
  await sendMany(server, REQUESTS);
  let text = '';
  server.output.on('data', (chunk) => {
    text += chunk;
  });
  await expect.poll(() => text, { timeout: 10_000 }).toContain('log lines were dropped');
  await readLogHealth(server);
  const { dropped } = await readLogHealth(server);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [reported, ...more] = lines.filter((line) => line.dropped !== undefined);
  expect(more).toEqual([]);
  expect(reported).toMatchObject({ level: 40, dropped });
  expect(lines.filter(({ path }) => path === LONG_PATH)).toHaveLength(REQUESTS - dropped);
});

it('a log whose reader has ended delays no request and no exit', async () => {
  const server = await serveTaxiway([], {}, { unread: true });
  server.output.destroy();
  await sendMany(server, REQUESTS);
  expect((await readLogHealth(server)).dropped).toBeGreaterThan(0);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.stderr()).not.toContain('EPIPE');
});

it('--log-format text writes a readable line, without control characters from a path', async () => {
  const server = await serveTaxiway(['--log-format', 'text']);
  let text = '';
  server.output.on('data', (chunk) => {
    text += chunk;
  });
  await get(server, '/nowhere/\u009b31m?secret=1', new Agent());
  await expect.poll(() => text).toMatch(/^\d\d:\d\d:\d\d {2}404 {2}GET \/nowhere\/\S+ {2}not_found {2}[\d.]+ ms\n$/);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

async function sendMany(server: Taxiway, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const worker = async () => {
    for (let i = 0; i < count / 10; i++) await get(server, LONG_PATH, agent);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  agent.destroy();
}

async function readLogHealth(server: Taxiway): Promise<{ dropped: number }> {
  return JSON.parse(await get(server, '/_sandbox/health')).log;
}

function get({ baseUrl }: Taxiway, path: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${baseUrl}${path}`, { agent }, (response) => {
      let text = '';
      response
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('end', () => resolve(text))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
