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

describe('a late request', () => {
  it('is refused with the error body, and its connection is closed: half a head', async () => {
    const socket = open('POST /v1/flights/search HTTP/1.1\r\nHost: x\r\nX-Half: ');
    expectLate(await allOf(socket));
  });

  it('half a body without progress', async () => {
    expectLate(await allOf(open(head('/v1/flights/search', 500) + '{"slices":')));
  });

  it('half a body without a length, and half a compressed one', async () => {
    const chunked = `${head('/v1/flights/search')}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`;
    expectLate(await allOf(open(chunked)));
    expectLate(
      await allOf(open(head('/v1/flights/search', 500).replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'))),
    );
  });

  it('a body that arrives too slowly', async () => {
    const socket = open(head('/v1/flights/search', 5000));
    const trickle = setInterval(() => socket.write(' '), 50);
    const text = await allOf(socket);
    clearInterval(trickle);
    expectLate(text);
  });

  it('an incomplete body that was refused gets no second response', async () => {
    const text = await allOf(open(head('/v1/flights/search', 5000, { Authorization: 'Bearer wrong' }) + '{'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403']);
  });
});

it('a request is not late while the server delays it', async () => {
  const body = JSON.stringify({ ...FLIGHT_SEARCH, language: 'x'.repeat(900_000) });
  const { status, body: refused } = await sendRaw(baseUrl, {
    method: 'POST',
    path: '/v1/flights/search?scenario=slow(delay=PT0.6S)',
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
    body,
  });
  expect([status, refused.code, refused.details[0].path]).toEqual([400, 'invalid_request', '/language']);
});

it('a connection opened in advance is served, even if its first request comes much later', async () => {
  const socket = open('');
  await wait(10 * limits.headMs);
  socket.write(health);
  expect(String((await once(socket, 'data')) as unknown)).toMatch(/^HTTP\/1.1 200 OK[^]*Keep-Alive: timeout=300/);
  socket.destroy();
});

describe('connections beyond the limit', () => {
  it('are closed if all other connections are in use', async () => {
    const small = await startSandbox({ log: 'silent' }, { connections: 3 });
    const url = await small.listen();
    const body = JSON.stringify(FLIGHT_SEARCH);
    const request = head('/v1/flights/search?scenario=timeout', body.length, small.headers()) + body;
    const silent = [1, 2, 3].map(() => open(request, url));
    await expect.poll(() => refuses(url), { interval: 20 }).toBe(true);
    await wait(1_500);
    expect(await refuses(url)).toBe(true);
    silent[0].destroy();
    await expect.poll(() => refuses(url)).toBe(false);
    silent.forEach((socket) => socket.destroy());
    await small.close();
  });

  it('replace the connection that is idle the longest', async () => {
    const small = await startSandbox({ log: 'silent' }, { connections: 3 });
    const url = await small.listen();
    const sockets: Socket[] = [];
    const closed: number[] = [];
    for (const index of [0, 1, 2]) {
      const socket = open(health, url);
      socket.on('close', () => closed.push(index));
      await once(socket, 'data');
      sockets.push(socket);
    }
    sockets[0].write(health);
    await once(sockets[0], 'data');
    expect(await refuses(url)).toBe(true);
    await expect.poll(() => refuses(url), { timeout: 10_000 }).toBe(false);
    expect(closed).toEqual([1]);
    sockets.forEach((socket) => socket.destroy());
    await small.close();
  });
});

describe('half-open uploads', () => {
  it('half-open uploads of one profile do not block imports of others, and block its own only briefly', async () => {
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

  it('half-open uploads of many profiles block no import', async () => {
    const profiles = await Promise.all(Array.from({ length: 12 }, () => sandbox.addProfile()));
    const halves = profiles.map((keys) => open(importHead(keys) + '{"format":'));
    const responses = halves.map(allOf);
    await wait(50);
    const other = stateClient(baseUrl, await sandbox.addProfile());
    expect((await other.import(await other.export())).status).toBe(200);
    for (const text of await Promise.all(responses)) expectLate(text);
  });
});

it('the limits are a matter of seconds', () => {
  expect(ARRIVAL_LIMITS.headMs).toBeLessThanOrEqual(5_000);
  expect(ARRIVAL_LIMITS.stillMs).toBeLessThanOrEqual(10_000);
});

/** True if a new connection is closed without a response. */
function refuses(url: string): Promise<boolean> {
  return sendRaw(url, { path: '/_sandbox/health' }).then(
    () => false,
    () => true,
  );
}

const health = 'GET /_sandbox/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

function open(text: string, url = baseUrl): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: false });
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
