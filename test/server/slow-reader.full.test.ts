import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { journalClient } from '../control-api/journal-client.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import { sendRaw } from './wire.ts';

const options = { seed: 'slow-reader', now: '2027-01-10T12:00:00Z', log: 'silent' } as const;
const [sandbox, twin] = await Promise.all([createSandbox(options), createSandbox(options)]);
const [baseUrl, twinUrl] = await Promise.all([sandbox.listen(), twin.listen()]);
afterAll(() => Promise.all([sandbox.close(), twin.close()]));

const SEARCH = JSON.stringify(FLIGHT_SEARCH);
const CALLS = 600;

it('a slow client gets its own responses, regardless of concurrent clients', { timeout: 30_000 }, async () => {
  const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  const lines = Object.entries({ Host: hostname, ...headers, 'Content-Length': String(SEARCH.length) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // Some 20 MB of responses: more than the sockets of both sides take.
  socket.write(`POST /v1/flights/search HTTP/1.1\r\n${lines.join('')}\r\n${SEARCH}`.repeat(CALLS));

  // Once the journal is written, nobody but the connection holds what the client has not read.
  const served = async () => (await journalClient(baseUrl, sandbox.demoKeys).newest())?.sequence ?? 0;
  await expect.poll(served, { timeout: 10_000 }).toBeGreaterThan(20);

  const other = { ...sandbox.headers(await sandbox.addProfile()), 'Content-Type': 'application/json' };
  for (let i = 0; i < 100; i++)
    expect(
      (await sendRaw(baseUrl, { method: 'POST', path: '/v1/flights/search', headers: other, body: SEARCH })).status,
    ).toBe(200);
  // The server makes no response that it cannot send: the remaining calls wait.
  expect(await served()).toBeLessThan(CALLS);

  const mine = await readResponses(socket, CALLS);
  const wanted: string[] = [];
  for (let i = 0; i < CALLS; i++)
    wanted.push((await sendRaw(twinUrl, { method: 'POST', path: '/v1/flights/search', headers, body: SEARCH })).text);
  expect(new Set(mine).size).toBe(CALLS);
  expect(new Set(mine)).toEqual(new Set(wanted));
});

async function readResponses(socket: ReturnType<typeof connect>, count: number): Promise<string[]> {
  const responses: string[] = [];
  let bytes = Buffer.alloc(0);
  while (responses.length < count) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      await once(socket, 'readable');
      continue;
    }
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) break;
      const [, length = NaN] = (/content-length: (\d+)/i.exec(bytes.subarray(0, end).toString()) ?? []).map(Number);
      if (bytes.length < end + 4 + length) break;
      responses.push(bytes.subarray(end + 4, end + 4 + length).toString());
      bytes = bytes.subarray(end + 4 + length);
    }
  }
  socket.destroy();
  return responses;
}
