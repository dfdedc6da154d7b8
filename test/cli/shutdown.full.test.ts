import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { hammer } from './hammer.ts';
import { serveTaxiway } from './taxiway.ts';

const RUNS = 10;
/** The default is shorter than the responses to all clients take on a busy machine. */
const PATIENT = ['--shutdown-seconds', '60'];
const HEADERS = [
  'Host: localhost',
  'Authorization: Bearer sk_sandbox_taxiway_demo',
  'X-Service-Id: pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type: application/json',
].join('\r\n');
const HEALTH = 'GET /_sandbox/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Its body lacks 99 bytes. */
const HALF = `POST /v1/flights/search HTTP/1.1\r\n${HEADERS}\r\nContent-Length: 100\r\n\r\n{`;

function post(path: string, body: object): string {
  const json = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${HEADERS}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

it('every accepted request gets its whole response at SIGTERM, after any uptime', { timeout: 600_000 }, async () => {
  for (let run = 0; run < RUNS; run++) {
    const server = await serveTaxiway(PATIENT);
    const outcome = hammer(server.baseUrl);
    await new Promise((resolve) => setTimeout(resolve, run * 150));
    server.kill('SIGTERM');
    expect((await outcome).lost).toEqual([]);
    expect(await server.ended).toBe(0);
  }
});

it('a cold server finishes every accepted request at SIGTERM and exits with 0', async () => {
  const server = await serveTaxiway(PATIENT);
  const outcome = hammer(server.baseUrl);
  await new Promise((resolve) => setTimeout(resolve, 200));
  server.kill('SIGTERM');
  const { lost, responded } = await outcome;
  expect(lost).toEqual([]);
  expect(responded).toBeGreaterThan(28);
  expect(await server.ended).toBe(0);
});

it('requests on an open connection after SIGTERM are served, until a response says Connection: close', async () => {
  const server = await serveTaxiway(['--log', 'silent']);
  const socket = await dial(server.baseUrl);
  server.kill('SIGTERM');
  for (;;) {
    socket.write(HEALTH);
    const response = await readResponse(socket);
    expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    if (response.includes('\r\nConnection: close\r\n')) break;
  }
  expect(await readToEnd(socket)).toBe('');
  expect(await server.ended).toBe(0);
});

it('pipelined requests are all served after SIGTERM, and only the last response closes the connection', async () => {
  const server = await serveTaxiway(['--log', 'silent']);
  const socket = await dial(server.baseUrl);
  socket.write(HALF);
  await sleep(50);
  server.kill('SIGTERM');
  await refuses(server.baseUrl);
  await sleep(100);
  socket.write(' '.repeat(99) + HEALTH.repeat(3));
  const heads = (await readToEnd(socket)).match(/HTTP\/1.1 \d+|Connection: \S+/g);
  expect(heads).toEqual([
    'HTTP/1.1 400',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
  expect(await server.ended).toBe(0);
});

it('a request that never ends is cut off after --shutdown-seconds, and the exit code is 0', async () => {
  const server = await serveTaxiway(['--log', 'silent', '--shutdown-seconds', '1']);
  const socket = await dial(server.baseUrl);
  socket.write(HALF);
  await sleep(50);
  server.kill('SIGTERM');
  expect(await readToEnd(socket)).toBe('');
  expect(await server.ended).toBe(0);
});

it('calls under the scenario timeout, before SIGTERM or after, do not delay the exit', async () => {
  const server = await serveTaxiway(['--log', 'silent', '--shutdown-seconds', '600']);
  const [before, after] = [await dial(server.baseUrl), await dial(server.baseUrl)];
  before.write(post('/v1/flights/search', FLIGHT_SEARCH));
  const [first, second] = JSON.parse((await readResponse(before)).split('\r\n\r\n')[1]).offers;
  const order = (offer: Offer) =>
    post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}?scenario=timeout`, flightOrder(offer));
  before.write(order(first));
  await sleep(50);
  server.kill('SIGTERM');
  after.write(order(second));
  expect(await Promise.all([readToEnd(before), readToEnd(after)])).toEqual(['', '']);
  expect(await server.ended).toBe(0);
});

it('a second signal ends the process immediately, with the exit code of the signal', async () => {
  const server = await serveTaxiway(['--log', 'silent', '--shutdown-seconds', '600']);
  const socket = await dial(server.baseUrl);
  socket.write(HALF);
  await sleep(50);
  server.kill('SIGTERM');
  await refuses(server.baseUrl);
  server.kill('SIGINT');
  expect(await server.ended).toBe(130);
});

it('a request that arrived while the process was stopped is served, even on a connection idle for long', async () => {
  const server = await serveTaxiway(['--log', 'silent', '--keep-alive-seconds', '1']);
  const socket = await dial(server.baseUrl);
  socket.write(HEALTH);
  await readResponse(socket);
  process.kill(server.pid, 'SIGSTOP');
  socket.write(HEALTH);
  await sleep(8_000);
  process.kill(server.pid, 'SIGCONT');
  expect(await readResponse(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(await readToEnd(socket)).toBe('');
});

async function dial(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/** The next response, whose body is JSON. */
async function readResponse(socket: Socket): Promise<string> {
  let text = '';
  while (!text.endsWith('}')) text += (await once(socket, 'data'))[0];
  return text;
}

function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  return new Promise((resolve) =>
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString();
      })
      .once('close', () => resolve(text)),
  );
}

async function refuses(baseUrl: string): Promise<void> {
  for (;;) {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
    await sleep(10);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
