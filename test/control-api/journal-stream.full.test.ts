import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { BOUNDS } from '../../src/journal/bounds.ts';
import { Journal } from '../../src/journal/journal.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW } from '../support/sandbox.ts';
import { headersOf } from './control-client.ts';

it('closing the sandbox does not wait for a client that reads nothing', async () => {
  const short = await createSandbox({ clock: new VirtualClock(NOW), log: 'silent' });
  const baseUrl = await short.listen();
  const stuck = await openStuckStream(baseUrl, short.demoKeys);
  // More than the sockets of both sides take.
  const path = `/reservations/details?searchId=${'x'.repeat(14_000)}`;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 130; i++) await sendRaw(baseUrl, { path, headers: short.headers() });
    }),
  );
  const start = performance.now();
  await short.close();
  expect(performance.now() - start).toBeLessThan(2000);
  stuck.destroy();
});

it('a slow client receives the number of missed exchanges, and the rest', async () => {
  const small = await startSandbox(
    { clock: new VirtualClock(NOW), log: 'silent' },
    {
      makeJournal: (store, fail) =>
        new Journal(store, fail, { ...BOUNDS, profile: { exchanges: 100, bytes: 1e9, unauthenticated: 200 } }),
    },
  );
  const baseUrl = await small.listen();
  const socket = await openStuckStream(baseUrl, small.demoKeys);
  const path = `/reservations/details?searchId=${'x'.repeat(8000)}`;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 150; i++) await sendRaw(baseUrl, { path, headers: small.headers() });
    }),
  );
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.resume();
  await expect.poll(() => text.includes('"sequence":1200,'), { timeout: 10_000 }).toBe(true);
  const missed = [...text.matchAll(/event: dropped\r?\n(?:\r?\n)?data: \{"exchanges":(\d+)\}/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const got = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(missed).toBeGreaterThan(0);
  expect(got).toEqual(got.toSorted((a, b) => a - b));
  expect(got.length + missed).toBe(1200);
  socket.destroy();
  await small.close();
});

/** A client that opens the stream and then reads nothing. */
async function openStuckStream(baseUrl: string, owner: KeyPair) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const headers = Object.entries({ Host: `${hostname}:${port}`, ...headersOf(owner) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.write(`GET /_sandbox/profiles/${owner.profileCode}/journal/stream?after=0 HTTP/1.1\r\n${headers}\r\n`);
  await once(socket, 'readable');
  socket.pause();
  return socket;
}
