import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../src/check/judge/judged-exchange.ts';
import { createFindPath } from '../../src/check/judge/recording/find-path.ts';
import { toServiceCall } from '../../src/check/judge/recording/service-finder.ts';
import { journalSource } from '../../src/control-api/journal/judged-source.ts';
import { NOBODY } from '../../src/exchange/exchange.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { Sandbox } from '../../src/server/sandbox.ts';
import type { Service } from '../../src/service.ts';
import { sendRaw } from '../server/wire.ts';

let sandbox: Sandbox;
let baseUrl: string;
let service: Service;
const seen: JudgedExchange[] = [];
const findPath = createFindPath(await loadSpec());

/** Adds what the judge is shown of the calls so far. */
async function look(): Promise<number> {
  const source = journalSource(service);
  seen.length = 0;
  for (const code of [sandbox.demoKeys.profileCode, NOBODY])
    for (const { exchange, held } of (await source.read(code, () => 0))?.exchanges ?? []) {
      if (before.has(exchange.exchangeId)) continue;
      const found =
        exchange.operationId === null ? null : findPath(exchange.method, exchange.path.replace(/\?.*/s, ''));
      seen.push(toServiceCall(exchange, code, found, 'x-client', held).exchange);
    }
  return seen.length;
}
const before = new Set<string>();

beforeAll(async () => {
  sandbox = await startSandbox(
    {
      seed: 'seen',
      now: '2099-01-10T12:00:00Z',
      log: 'silent',
      transferPrefix: '/transfers',
      serviceIdHeader: 'X-Client',
    },
    { service: (made) => void (service = made) },
  );
  baseUrl = await sandbox.listen();
  return () => sandbox.close();
});
beforeEach(async () => {
  await look();
  for (const { id } of seen) before.add(id);
  seen.length = 0;
});

const SEARCH = {
  slices: [{ origin: 'FRA', destination: 'FCO', departure_date: '2099-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

/** The exchange that for each call, the judge receives. */
async function call(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<JudgedExchange> {
  await sendRaw(baseUrl, {
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { ...sandbox.headers(), 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  }).catch(() => undefined);
  await expect.poll(look).toBe(1);
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
    await look();
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
