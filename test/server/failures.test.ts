import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createResponseChecker } from '../../src/http/openapi/response-checker.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import type { Body } from '../support/body.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import { faultsOfError } from './spec.ts';
import { sendRaw } from './wire.ts';

let log = '';
const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const sandboxes: Sandbox[] = [];
/** The level of a line of the log. */
const ERROR = 50;

async function start(): Promise<{ sandbox: Sandbox; baseUrl: string; headers: Record<string, string> }> {
  log = '';
  const sandbox = await createSandbox({
    seed: 'failures',
    logTo: {
      write: (text: string) => {
        log += text;
      },
    },
  });
  sandboxes.push(sandbox);
  return {
    sandbox,
    baseUrl: await sandbox.listen(),
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
  };
}

afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.close()));
});

it('an unexpected failure is 500 with the error body; only the log has the cause', async () => {
  const { sandbox, headers } = await start();
  await sandbox.close();
  const { status, body, text } = await supertest(sandbox.app)
    .post('/v1/flights/search')
    .set(headers)
    .send(FLIGHT_SEARCH);
  expect([status, body.code, faultsOfError(body)]).toEqual([500, 'internal_error', []]);
  expect(text).not.toMatch(/destroyed|kysely|at \w+/);
  const failure = lines().find(({ msg }) => msg === 'unexpected error');
  expect(failure).toMatchObject({ requestId: body.requestId, err: { stack: expect.stringContaining('destroyed') } });
  expect(log).not.toContain(sandbox.demoKeys.secretKey);
});

it('closing a cold sandbox waits for requests of disconnected clients, and logs no error', async () => {
  for (const delay of [0, 0, 1, 2, 3, 5, 8]) {
    const { sandbox, baseUrl, headers } = await start();
    const { hostname, port } = new URL(baseUrl);
    const path = `/_sandbox/profiles/${sandbox.demoKeys.profileCode}/journal?limit=3`;
    const leaving = request({ hostname, port, path, headers }).on('error', () => undefined);
    const left = new Promise((resolve) => leaving.on('close', resolve));
    leaving.end(() => setTimeout(() => leaving.destroy(), delay));
    await left;
    await sandbox.close();
    // Calls that closing does not wait for would fail after it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lines().filter(({ level }) => level >= ERROR)).toEqual([]);
  }
});

it('a client that disconnects during its request neither affects the service nor causes a log error', async () => {
  const { baseUrl, headers } = await start();
  const { hostname, port } = new URL(baseUrl);
  const cut = request({
    hostname,
    port,
    method: 'POST',
    path: '/v1/flights/search',
    headers: { ...headers, 'Content-Length': 500 },
  });
  cut.on('error', () => undefined);
  cut.write('{"slices":');
  await sendRaw(baseUrl, { path: '/_sandbox/health' });
  cut.destroy();
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('client went away');
  const unread = request({ hostname, port, method: 'POST', path: '/v1/flights/search', headers });
  unread.on('error', () => undefined);
  const closed = new Promise((resolve) => unread.on('close', resolve));
  unread.end(JSON.stringify(FLIGHT_SEARCH), () => unread.destroy());
  await closed;
  expect(
    (
      await sendRaw(baseUrl, {
        method: 'POST',
        path: '/v1/flights/search',
        headers,
        body: JSON.stringify(FLIGHT_SEARCH),
      })
    ).status,
  ).toBe(200);
  expect(lines().filter(({ level }) => level >= 40)).toEqual([]);
});

it('the first requests each get the right response when concurrent', async () => {
  const { baseUrl, headers } = await start();
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      sendRaw(baseUrl, {
        method: 'POST',
        path: '/v1/flights/search',
        headers,
        body: i % 2 ? '{}' : JSON.stringify({ ...FLIGHT_SEARCH, currency: i % 4 ? 'USD' : 'CNY' }),
      }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map((_, i) => (i % 2 ? 400 : 200)));
  expect(responses.map(({ body }) => body.offers?.[0].currency)).toEqual(
    responses.map((_, i) => ['CNY', undefined, 'USD', undefined][i % 4]),
  );
  expect(new Set(responses.map(({ headers: { 'x-request-id': id } }) => id)).size).toBe(30);
});

it('requests in one packet get their responses in order', async () => {
  const { baseUrl } = await start();
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(
    'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /_sandbox/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  await once(socket, 'close');
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['404', '200']);
});

describe('the response checker', async () => {
  const check = createResponseChecker(await loadSpec());
  const { baseUrl, headers, sandbox } = await start();
  const { body: response } = await sendRaw(baseUrl, {
    method: 'POST',
    path: '/v1/flights/search',
    headers,
    body: JSON.stringify(FLIGHT_SEARCH),
  });
  await sandbox.close();
  const fault = {
    statusCode: 502,
    error: 'Bad Gateway',
    message: ['x'],
    code: 'upstream_failed',
    liveMode: false,
    requestId: 'req_1',
  };

  it('accepts a valid response', () => {
    expect(check('searchFlights', 200, response)).toBeUndefined();
    expect(check('bookTransfer', 502, fault)).toBeUndefined();
  });

  it.each([
    ['a missing liveMode', { offers: [] }],
    ['a liveMode of text', { offers: [], liveMode: 'false' }],
    ['an offer without an id', { ...response, offers: [{ ...response.offers[0], offerId: undefined }] }],
    ['an amount of text', { ...response, offers: [{ ...response.offers[0], totalAmount: '148.20' }] }],
    [
      'a provider price of text',
      {
        ...response,
        offers: [
          {
            ...response.offers[0],
            originalCurrency: { ...response.offers[0].originalCurrency, totalAmount: '148.20' },
          },
        ],
      },
    ],
    [
      'a hold without its instants',
      { ...response, offers: [{ ...response.offers[0], holdOptions: { available: true } }] },
    ],
    [
      'a passenger of no known type',
      { ...response, offers: [{ ...response.offers[0], passengers: [{ id: 'p', type: 'pet' }] }] },
    ],
    [
      'a timestamp without a zone',
      { ...response, offers: [{ ...response.offers[0], expiresAt: '2027-01-10T12:20:00' }] },
    ],
    [
      'a wrong slice deep inside',
      {
        ...response,
        offers: [
          {
            ...response.offers[0],
            slices: [Object.freeze({ ...response.offers[0].slices[0], durationMinutes: '90' })],
          },
        ],
      },
    ],
    ['a wrong airline', { ...response, offers: [{ ...response.offers[0], airline: Object.freeze({ name: 'x' }) }] }],
  ])('finds %s each time', (_what, body) => {
    for (let i = 0; i < 3; i++) expect(check('searchFlights', 200, body)).toMatch(/^searchFlights 200: /);
  });

  it('checks the keywords next to a reference', async () => {
    const spec = structuredClone(await loadSpec()) as Body;
    spec.components.schemas.Offer.properties.holdOptions.required = ['nobodyHasThis'];
    expect(createResponseChecker(spec)('searchFlights', 200, response)).toMatch(/nobodyHasThis/);
  });

  it('finds an invalid part next to valid slices, frozen or not', () => {
    const [offer] = response.offers;
    const frozen = Object.fromEntries(
      Object.entries(offer).map(([name, part]) => [name, Object.freeze(structuredClone(part))]),
    );
    expect(check('searchFlights', 200, { ...response, offers: [frozen] })).toBeUndefined();
    expect(
      check('searchFlights', 200, { ...response, offers: [{ ...frozen, airline: Object.freeze({ name: 'x' }) }] }),
    ).toMatch(/airline/);
    const open = structuredClone(offer);
    expect(check('searchFlights', 200, { ...response, offers: [open] })).toBeUndefined();
    open.slices[0].durationMinutes = '90';
    expect(check('searchFlights', 200, { ...response, offers: [open] })).toMatch(/durationMinutes/);
  });

  it('checks error bodies too, also those of 500 and 502', () => {
    expect(check('bookTransfer', 502, { ...fault, liveMode: undefined })).toMatch(/^bookTransfer 502: .*liveMode/);
    expect(check('searchFlights', 500, { ...fault, message: 'text' })).toMatch(/^searchFlights 500: /);
  });

  it('finds an undocumented status', () => {
    expect(check('searchFlights', 502, fault)).toBe('searchFlights has no documented status 502');
    expect(check('searchFlights', 201, response)).toBe('searchFlights has no documented status 201');
  });
});
