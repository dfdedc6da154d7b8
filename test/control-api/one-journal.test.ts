import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { verdictsIn } from '../check/judge/support/verdicts-in.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, headersOf } from './control-client.ts';

const sandbox = useSandbox();
const NOBODY = 'nobody';

type Summary = ControlSchema['ExchangeSummary'];

const list = async (code: string, baseUrl = sandbox.baseUrl): Promise<Summary[]> =>
  (await control(baseUrl, 'GET', `/profiles/${code}/journal?limit=200`)).body.exchanges;
const own = () => sandbox.sandbox.demoKeys.profileCode;
const newest = async (code = own()) => (await list(code))[0];
const send = (
  method: string,
  path: string,
  headers: Record<string, string> = sandbox.sandbox.headers(),
  baseUrl = sandbox.baseUrl,
) =>
  sendRaw(baseUrl, {
    method,
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: method === 'GET' ? undefined : JSON.stringify(FLIGHT_SEARCH),
  });

describe('a call that the service refused', () => {
  it.each<[what: string, code: 'own' | 'nobody', () => Promise<unknown>, object, RegExp, nearest: string | null]>([
    [
      'without credentials',
      'nobody',
      () => send('POST', '/v1/flights/search', {}),
      { status: 401, authenticated: false, operation: 'flight-search' },
      /The Authorization header is missing or empty/,
      null,
    ],
    [
      'with a wrong secret',
      'own',
      () => send('POST', '/search', { ...sandbox.sandbox.headers(), Authorization: 'Bearer not-the-secret-1234' }),
      { status: 403, authenticated: false, outcome: { kind: 'refused', text: '403 invalid_credentials' } },
      /not valid for this profile/,
      null,
    ],
    [
      'with the profile code of a profile and an unknown key',
      'own',
      () => send('POST', '/search', { Authorization: 'Bearer x', 'X-Service-Id': `pk_unknown:${own()}` }),
      { status: 403, authenticated: false },
      /not valid for this profile/,
      null,
    ],
    [
      'to an unknown address',
      'own',
      () => send('POST', '/v1/flight/search'),
      { status: 404, authenticated: true, operationId: null, operation: 'unknown', path: '/v1/flight/search' },
      /does not exist; GET \/ lists/,
      'POST /v1/flights/search flight-search',
    ],
    [
      'with a wrong method',
      'own',
      () => send('GET', '/book'),
      { status: 405, operationId: null },
      /use POST/,
      'POST /book book',
    ],
    ['below another folder', 'own', () => send('POST', '/api/book'), { status: 404 }, /./, 'POST /book book'],
    [
      'with an address that cannot be read',
      'own',
      () => send('GET', '/v1/flights/offers/0/%E0%A4%A'),
      { status: 400 },
      /./,
      'GET /v1/flights/offers/{gdsprovider}/{offerId} offer',
    ],
    ['to nothing like it', 'nobody', () => send('GET', '/__proto__?a=1', {}), { path: '/__proto__?a=1' }, /./, null],
    [
      'in TLS',
      'nobody',
      () => raw(Buffer.from('16030100a5010000a10303', 'hex')),
      { status: 400, method: '', path: '', operationId: null },
      /call http:\/\/, not https:\/\//,
      null,
    ],
  ])('%s is an exchange of its sender (%s)', async (_what, code, call, wanted, problem, nearest) => {
    await call();
    const profileCode = code === 'own' ? own() : NOBODY;
    const exchange = await newest(profileCode);
    expect(exchange).toMatchObject({ at: NOW, ...wanted });
    expect(exchange?.problem).toMatch(problem);
    const { nearest: found } = exchange ?? {};
    expect(found ? `${found.method} ${found.path} ${found.operation}` : null).toBe(nearest);
    const opened = await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/journal/${exchange?.exchangeId}`);
    expect(opened.body.exchange).toMatchObject({ ...wanted, response: { headers: expect.any(Array) } });
  });

  it('shows no secret, in any position', async () => {
    const { Authorization = '', 'X-Service-Id': serviceId = '' } = sandbox.sandbox.headers();
    const foreign = 'a-secret-of-another-service-1';
    for (const secret of [Authorization.slice('Bearer '.length), foreign]) {
      await send('GET', `/nowhere/${secret}?key=${secret}`, {
        Authorization: secret,
        'X-Service-Id': `${secret}:${serviceId}`,
        'X-Other': secret,
      });
      await send('POST', '/search', { Authorization: `Basic ${secret}`, 'X-Service-Id': secret });
      await send('POST', '/search', { Authorization: `Bearer ${secret}`, 'X-Service-Id': `x:${own()}` });
      for (const code of [own(), NOBODY])
        for (const form of ['journal', 'journal.ndjson', 'journal.har']) {
          const { text } = await control(sandbox.baseUrl, 'GET', `/profiles/${code}/${form}`);
          expect(text).not.toContain(secret);
          expect(text).not.toContain(secret.slice(-8));
        }
    }
  });

  it('is left out if it is a call to the control API, or an automatic one of a browser', async () => {
    await send('GET', '/nowhere/marked', {});
    for (const path of ['/', '/favicon.ico', '/robots.txt', '/_sandbox/nothing', '/.well-known/appspecific/x.json'])
      await send('GET', path, {});
    expect((await newest(NOBODY))?.path).toBe('/nowhere/marked');
  });

  it('is recorded with a shortened path if its credentials are not valid', async () => {
    await send('GET', `/${'a%0d%0a'.repeat(2000)}`, {});
    const { path = '', problem = '' } = (await newest(NOBODY)) ?? {};
    expect([path.length, path.at(-1)]).toEqual([2000, '…']);
    expect(problem.length).toBeLessThanOrEqual(500);
  });

  it('displaces no call of the client, and the number of dropped calls is shown', async () => {
    const keys = await sandbox.sandbox.addProfile();
    await send('POST', '/v1/flights/search', headersOf(keys));
    const wrong = { Authorization: 'Bearer wrong', 'X-Service-Id': `${keys.publicKey}:${keys.profileCode}` };
    await Promise.all(Array.from({ length: 260 }, () => send('POST', '/search', wrong)));
    const { body } = await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/journal?order=oldest`);
    expect(body.exchanges[0]).toMatchObject({ operation: 'flight-search', authenticated: true });
    expect(body.dropped).toMatchObject({ exchanges: 0, unauthenticated: expect.any(Number) });
    expect(body.dropped.unauthenticated).toBeGreaterThanOrEqual(60);
    const { body: verdicts } = await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/verdicts`);
    expect([verdicts.verdicts.exchanges, verdicts.unjudged, verdicts.gap]).toEqual([1, null, null]);
    expect(verdicts.unauthenticated).toMatchObject({ exchanges: 260, unjudged: null });
  });
});

describe('the journal of nobody', () => {
  it('needs the admin token if the sandbox has one, and has no other operations', async () => {
    const guarded = await createSandbox({ log: 'silent', adminToken: 'a-long-admin-token' });
    const baseUrl = await guarded.listen();
    const status = async (headers: Record<string, string>, path = 'journal', method = 'GET') =>
      (await control(baseUrl, method, `/profiles/${NOBODY}/${path}`, { headers })).status;
    const admin = { Authorization: 'Bearer a-long-admin-token' };
    expect([await status({}), await status(guarded.headers()), await status(admin)]).toEqual([401, 403, 200]);
    expect(await status(admin, 'verdicts')).toBe(200);
    for (const [method, path] of [
      ['POST', 'reset'],
      ['GET', 'export'],
      ['GET', 'clock'],
      ['PUT', 'scenario'],
    ] as const)
      expect([path, await status(admin, path, method)]).toEqual([path, 404]);
    await guarded.close();
  });

  it('begins its verdicts again when they are cleared', async () => {
    await send('GET', '/nowhere', {});
    const read = async () => (await control(sandbox.baseUrl, 'GET', `/profiles/${NOBODY}/verdicts`)).body;
    expect((await read()).unauthenticated.exchanges).toBeGreaterThan(0);
    expect((await control(sandbox.baseUrl, 'DELETE', `/profiles/${NOBODY}/verdicts`)).status).toBe(200);
    expect((await read()).unauthenticated.exchanges).toBe(0);
    await send('GET', '/nowhere', {});
    expect((await read()).unauthenticated.exchanges).toBe(1);
  });
});

describe('the verdict on one client', () => {
  const broken = async (of: Sandbox) => {
    const { rules, unauthenticated, unjudged, gap } = await of.verdicts();
    const found = [...rules, ...unauthenticated.rules].filter(({ verdict }) => verdict === 'broken');
    return { rules: [...new Set(found.map(({ id }) => id))].sort(), unjudged, gap };
  };
  const judged = async (text: string) =>
    (await verdictsIn(text)).rules.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);

  it.each<[string, (of: Sandbox, baseUrl: string) => Promise<unknown>]>([
    ['right keys and a wrong address', (of, baseUrl) => send('POST', '/v1/flight/search', of.headers(), baseUrl)],
    [
      'a public key in place of the secret',
      (of, baseUrl) =>
        send(
          'POST',
          '/v1/flights/search',
          { ...of.headers(), Authorization: `Bearer ${of.demoKeys.publicKey}` },
          baseUrl,
        ),
    ],
  ])('is the same live, after a restart and in both exports: %s', async (_, call) => {
    const store = temporaryFile();
    const options = { store, seed: 'one', log: 'silent' } as const;
    const first = await createSandbox(options);
    const baseUrl = await first.listen();
    await call(first, baseUrl);
    const live = await broken(first);
    expect(live).toEqual({ rules: [expect.any(String)], unjudged: null, gap: null });
    const path = `/profiles/${first.demoKeys.profileCode}`;
    for (const { findings } of (await first.verdicts()).rules)
      for (const { exchanges } of findings)
        for (const { id } of exchanges)
          expect((await control(baseUrl, 'GET', `${path}/journal/${id}`)).status).toBe(200);
    for (const form of ['ndjson', 'har'])
      expect(await judged((await control(baseUrl, 'GET', `${path}/journal.${form}`)).text)).toEqual(live.rules);
    await first.close();
    const again = await createSandbox(options);
    expect(await broken(again)).toEqual(live);
    await again.close();
  });
});

async function raw(bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.write(bytes);
  return readText(socket);
}
