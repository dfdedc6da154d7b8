import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import { ARRIVAL_LIMITS } from '../../src/server/arrival.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { stateClient } from '../control-api/state-client.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import { sendRaw } from './wire.ts';

const limits = { headMs: 200, stillMs: 200, wholeMs: 700, checkMs: 25 };
const sandbox = await startSandbox({ seed: 'arrival', log: 'silent' }, { arrival: limits });
const baseUrl = await sandbox.listen();
afterAll(() => sandbox.close());

describe('what does not arrive in time', () => {
  it('is refused with the one error body, and its connection closed: half a head', async () => {
    const socket = open('POST /v1/flights/search HTTP/1.1\r\nHost: x\r\nX-Half: ');
    expectLate(await allOf(socket));
  });

  it('half a body that stands still', async () => {
    expectLate(await allOf(open(head('/v1/flights/search', 500) + '{"slices":')));
  });

  it('half a body without a length, and half of a compressed one', async () => {
    const chunked = `${head('/v1/flights/search')}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`;
    expectLate(await allOf(open(chunked)));
    expectLate(
      await allOf(open(head('/v1/flights/search', 500).replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'))),
    );
  });

  it('a body that trickles', async () => {
    const socket = open(head('/v1/flights/search', 5000));
    const trickle = setInterval(() => socket.write(' '), 50);
    const text = await allOf(socket);
    clearInterval(trickle);
    expectLate(text);
  });

  it('a body that was refused before it was there gets no second response', async () => {
    const text = await allOf(open(head('/v1/flights/search', 5000, { Authorization: 'Bearer wrong' }) + '{'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403']);
  });

  it('a connection without a request is closed without a response', async () => {
    expect(await allOf(open(''))).toBe('');
  });
});

it('a request is not late while it is the server that waits', async () => {
  const body = JSON.stringify({ ...FLIGHT_SEARCH, language: 'x'.repeat(900_000) });
  const { status, body: refused } = await sendRaw(baseUrl, {
    method: 'POST',
    path: '/v1/flights/search?scenario=slow(delay=PT0.6S)',
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
    body,
  });
  expect([status, refused.code, refused.details[0].path]).toEqual([400, 'invalid_request', '/language']);
});

it('connections beyond the limit are closed, and the others go on', async () => {
  const small = await startSandbox({ log: 'silent' }, { arrival: { connections: 3 } });
  const url = await small.listen();
  const kept = await Promise.all(
    [1, 2, 3].map(async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  await expect(sendRaw(url, { path: '/_sandbox/health' })).rejects.toThrow(/ECONNRESET|hang up/);
  kept.pop()?.destroy();
  await expect
    .poll(() =>
      sendRaw(url, { path: '/_sandbox/health' }).then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    .toBe(200);
  kept.forEach((socket) => socket.destroy());
  await small.close();
});

describe('half-open uploads', () => {
  it('of one profile keep nobody else from an import, and that profile not for long', async () => {
    const [mine, others] = [await sandbox.addProfile(), await sandbox.addProfile()];
    const file = await stateClient(baseUrl, others).export();
    const halves = Array.from({ length: 8 }, () => open(importHead(mine) + '{"format":'));
    const responses = halves.map(allOf);
    await expect.poll(() => halves.filter((socket) => socket.bytesRead > 0).length, { interval: 5 }).toBe(7);
    expect((await stateClient(baseUrl, mine).import(file)).body.code).toBe('import_underway');
    expect((await stateClient(baseUrl, others).import(file)).status).toBe(200);
    const texts = await Promise.all(responses);
    expect(texts.filter((text) => text.includes('"import_underway"'))).toHaveLength(7);
    expect(texts.filter((text) => text.includes('did not arrive in time'))).toHaveLength(1);
    expect((await stateClient(baseUrl, mine).import(file)).status).toBe(200);
  });

  it('of many profiles keep nobody from an import', async () => {
    const profiles = await Promise.all(Array.from({ length: 12 }, () => sandbox.addProfile()));
    const halves = profiles.map((keys) => open(importHead(keys) + '{"format":'));
    const responses = halves.map(allOf);
    await wait(50);
    const other = stateClient(baseUrl, await sandbox.addProfile());
    expect((await other.import(await other.export())).status).toBe(200);
    for (const text of await Promise.all(responses)) expectLate(text);
  });
});

it('the limits are seconds', () => {
  expect(ARRIVAL_LIMITS.headMs).toBeLessThanOrEqual(5_000);
  expect(ARRIVAL_LIMITS.stillMs).toBeLessThanOrEqual(10_000);
});

function open(text: string): Socket {
  const socket = connect({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', allowHalfOpen: false });
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

async function allOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

function head(path: string, length?: number, headers: Record<string, string> = {}): string {
  const all = {
    Host: '127.0.0.1',
    ...sandbox.headers(),
    'Content-Type': 'application/json',
    ...headers,
    ...(length !== undefined && { 'Content-Length': String(length) }),
  };
  return `POST ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}${length === undefined ? '' : '\r\n'}`;
}

function importHead(keys: KeyPair): string {
  return head(`/_sandbox/profiles/${keys.profileCode}/import`, 50_000_000, sandbox.headers(keys));
}

function expectLate(text: string): void {
  const [, json = ''] = text.split('\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*Connection: close\r\n/);
  expect(JSON.parse(json)).toMatchObject({
    statusCode: 400,
    code: 'invalid_request',
    message: [expect.stringMatching(/^The request did not arrive in time/)],
  });
}
