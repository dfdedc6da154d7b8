import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { journalClient } from '../control-api/journal-client.ts';
import type { CallOptions } from '../support/sandbox.ts';
import { useSandbox } from '../support/sandbox.ts';

const open = useSandbox();
const quiet = useSandbox({ cors: false });
const alone = useSandbox({ seed: 'alone' });
const busy = useSandbox({ seed: 'alone' });

const PAGE = 'http://localhost:5173';

describe('a page of this machine', () => {
  it.each([
    PAGE,
    'http://localhost',
    'https://localhost:8443',
    'http://app.localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:8080',
  ])('a page at %s may call the service', async (origin) => {
    const { status, headers, text } = await preflight(open.baseUrl, origin);
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-headers']).toBe(
      'Authorization, X-Service-Id, Content-Type, X-Sandbox-Scenario, authorization, content-type, x-service-id',
    );
  });

  it('may send credentials and its own headers', async () => {
    const wanted = { ...WANTED, 'Access-Control-Request-Headers': 'traceparent, x-my-own,bad header' };
    const { headers } = await request(open.baseUrl).options(PATH).set('Origin', PAGE).set(wanted);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers['access-control-allow-headers']).toMatch(/, traceparent, x-my-own$/);
    const response = await open.post(PATH, SEARCH, { headers: { Origin: PAGE } });
    expect(response.headers['access-control-allow-credentials']).toBe('true');
  });

  it.each<[string, CallOptions, number]>([
    ['a response', { keys: demoKeys }, 200],
    ['a wrong secret', { keys: { ...demoKeys, secretKey: 'wrong' } }, 403],
    ['a missing secret', { headers: { Authorization: null } }, 401],
    ['a scenario', { scenario: 'server-error' }, 500],
    ['an unknown scenario', { scenario: 'nonsense' }, 400],
  ])('reads %s', async (_, call, status) => {
    const response = await open.post(PATH, SEARCH, { ...call, headers: { ...call.headers, Origin: PAGE } });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'Origin' });
    expect(response.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });

  it('reads the refusal of a wrong method', async () => {
    const response = await open.get(PATH, { headers: { Origin: PAGE } });
    expect(response.status).toBe(405);
    expect(response.headers['access-control-allow-origin']).toBe(PAGE);
  });

  it('reads the refusal of an unknown address, whose preflight is no call', async () => {
    const keys = await open.sandbox.addProfile();
    const { status, headers } = await request(open.baseUrl).options('/v1/flight').set('Origin', PAGE).set(WANTED);
    expect([status, headers['access-control-allow-methods']]).toEqual([204, 'GET, POST']);
    const response = await open.post('/v1/flight', SEARCH, { keys, headers: { Origin: PAGE } });
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([404, PAGE]);
    expect(await journalClient(open.baseUrl, keys).newest()).toMatchObject({ method: 'POST', path: '/v1/flight' });
  });

  it('appears in the journal with its headers, without preflights', async () => {
    const keys = await open.sandbox.addProfile();
    await preflight(open.baseUrl, PAGE);
    await open.post(PATH, SEARCH, { keys, headers: { Origin: PAGE } });
    const journal = journalClient(open.baseUrl, keys);
    const { method, response } = await journal.newest();
    expect([method, (await journal.exchanges()).length]).toEqual(['POST', 1]);
    expect(JSON.stringify(response.headers)).toContain('access-control-allow-origin');
  });
});

it('preflights do not change the responses that follow', async () => {
  await preflight(busy.baseUrl, PAGE);
  const [after, without] = await Promise.all([busy, alone].map((each) => each.post(PATH, SEARCH)));
  expect(after?.text).toBe(without?.text);
  expect(after?.headers).toEqual(without?.headers);
});

it('a client that sends no Origin gets no CORS header', async () => {
  const { headers } = await open.post(PATH, SEARCH);
  expect(Object.keys(headers).filter((name) => /^(access-control|vary)/.test(name))).toEqual([]);
});

describe('no CORS header', () => {
  it.each([
    'https://shop.example',
    'null',
    'localhost:5173',
    'http://localhost.evil.example',
    'http://evillocalhost',
    'http://localhost:1/x',
  ])('is sent to a page at %s', async (origin) => {
    const { status, headers } = await preflight(open.baseUrl, origin);
    expect(status).toBe(405);
    expect(Object.keys(headers).filter((name) => /^(access-control|vary)/.test(name))).toEqual([]);
  });

  it.each(['/_sandbox/profiles', '/_sandbox/scenarios', '/_sandbox/openapi.json', '/_sandbox/nowhere'])(
    'is sent by %s',
    async (path) => {
      const { headers } = await request(open.baseUrl).get(path).set('Origin', PAGE);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      const { status } = await request(open.baseUrl).options(path).set('Origin', PAGE).set(WANTED);
      expect([404, 405]).toContain(status);
    },
  );

  it('is sent with cors: false', async () => {
    expect((await preflight(quiet.baseUrl, PAGE)).status).toBe(405);
    const response = await quiet.post(PATH, SEARCH, { headers: { Origin: PAGE } });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

function preflight(baseUrl: string, origin: string) {
  return request(baseUrl).options(PATH).set('Origin', origin).set(WANTED);
}

const WANTED = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type,x-service-id',
};

const PATH = '/v1/flights/search';
const SEARCH = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-01' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};
