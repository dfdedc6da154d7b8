import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../src/check/judge/judged-exchange.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { Sandbox } from '../../src/server/sandbox.ts';
import { sendRaw } from '../server/wire.ts';

let sandbox: Sandbox;
let baseUrl: string;
const seen: JudgedExchange[] = [];

beforeAll(async () => {
  sandbox = await startSandbox(
    {
      seed: 'seen',
      now: '2099-01-10T12:00:00Z',
      log: 'silent',
      transferPrefix: '/transfers',
      serviceIdHeader: 'X-Client',
    },
    {
      service({ judge }) {
        const intake = judge?.intake;
        if (!intake) throw new Error('there is no live judge');
        intake.judge = (_profile, exchange) => void seen.push(exchange);
        intake.judgeUnauthenticated = (_profile, exchange) => void seen.push(exchange);
      },
    },
  );
  baseUrl = await sandbox.listen();
  return () => sandbox.close();
});
beforeEach(() => void seen.splice(0));

const SEARCH = {
  slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2099-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

/** The exchange that the judge is shown of a call. */
async function call(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<JudgedExchange> {
  await sendRaw(baseUrl, {
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  }).catch(() => undefined);
  await expect.poll(() => seen.length).toBe(1);
  return seen[0];
}

describe('the judge is shown of a call', () => {
  it('the body as it was sent, without the defaults that the service fills in', async () => {
    const { request, response } = await call('/v1/flights/search', SEARCH);
    expect(request.body).toEqual({ kind: 'json', value: SEARCH });
    expect(response).toMatchObject({ status: 200, body: { kind: 'json', value: { liveMode: false } } });
  });

  it('the value of the response, the same as a parser makes of the text', async () => {
    const reply = await sendRaw(baseUrl, {
      method: 'POST',
      path: '/v1/flights/search',
      headers: { ...sandbox.headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify(SEARCH),
    });
    expect(seen[0].response?.body).toStrictEqual({ kind: 'json', value: JSON.parse(reply.text) as unknown });
  });

  it('its documented path, without prefixes and parts that only the sandbox has', async () => {
    const exchange = await call(
      '/transfers/reservations/details?a=1&scenario=slow(delay=PT0S)&searchId=x%20y',
      undefined,
      {
        'X-Sandbox-Scenario': 'none',
      },
    );
    expect([exchange.operation, exchange.path, exchange.query]).toEqual([
      'getReservation',
      '/reservations/details',
      [
        ['a', '1'],
        ['searchId', 'x y'],
      ],
    ]);
    expect(exchange.request.header('x-sandbox-scenario')).toBeUndefined();
    expect(exchange.request.header('x-client')).toBeUndefined();
    expect(exchange.request.header('x-service-id')).toMatch(/^pk_sandbox_taxiway:dp_/);
    expect(exchange.request.body).toEqual({ kind: 'none' });
  });

  it('its path parameters, decoded', async () => {
    const { parameters } = await call('/v1/flights/order/0/off_%C3%A4', { currency: 'EUR', passengers: [] });
    expect({ ...parameters }).toEqual({ gdsprovider: '0', offerId: 'off_ä' });
  });

  it('the error body of a refusal', async () => {
    const { response } = await call('/v1/flights/search', { ...SEARCH, passengers: [] });
    expect(response).toMatchObject({ status: 400, body: { kind: 'json', value: { code: 'invalid_request' } } });
  });

  it.each([
    ['malformed-body', { status: 200, body: { kind: 'unreadable' } }],
    ['truncated-body', { status: 200, body: { kind: 'unreadable' } }],
    ['dropped', null],
    ['unknown-fields', { status: 200, body: { kind: 'json', value: { newText: 'of a later version' } } }],
  ])('the judge sees the part of the response that %s left', async (scenario, response) => {
    const exchange = await call(`/v1/flights/search?scenario=${scenario}`, SEARCH);
    if (response === null) expect(exchange.response).toBeNull();
    else expect(exchange.response).toMatchObject(response);
  });

  it('the judge sees that a body is not JSON', async () => {
    expect((await call('/v1/flights/search', '{"slices":')).request.body).toEqual({ kind: 'unreadable' });
  });

  it('the judge sees that a body was not read', async () => {
    const { request } = await call('/v1/flights/search', SEARCH, { Authorization: 'Bearer wrong' });
    expect(request.body).toEqual({ kind: 'unknown' });
  });

  it('an unknown address', async () => {
    const { operation, path, response } = await call('/v1/nothing');
    expect([operation, path, response?.status]).toEqual([null, '/v1/nothing', 404]);
  });
});
