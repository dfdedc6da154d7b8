import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { MAX_STRAYS, Strays } from '../../src/journal/strays.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { Service } from '../../src/service.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { control } from './control-client.ts';

const sandbox = useSandbox();

const listed = async (query = ''): Promise<ControlSchema['Stray'][]> =>
  (await control(sandbox.baseUrl, 'GET', `/journal${query}`)).body.strays;
const newest = async () => (await listed('?limit=1'))[0];
const send = (method: string, path: string, headers: Record<string, string> = sandbox.sandbox.headers()) =>
  sendRaw(sandbox.baseUrl, {
    method,
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: method === 'GET' ? undefined : JSON.stringify(FLIGHT_SEARCH),
  });

describe('a call that belongs to no profile', () => {
  it.each<[what: string, () => Promise<unknown>, object, problem: RegExp, nearest: string | null]>([
    [
      'without credentials',
      () => send('POST', '/v1/flights/search', {}),
      { status: 401, code: 'missing_api_token', authorization: null, serviceId: null },
      /The Authorization header is missing or empty/,
      'POST /v1/flights/search flight-search',
    ],
    [
      'with a wrong secret',
      () => send('POST', '/search', { ...sandbox.sandbox.headers(), Authorization: 'Bearer not-the-secret-1234' }),
      { status: 403, authorization: 'Bearer …1234', outcome: { kind: 'refused', text: '403 invalid_credentials' } },
      /not valid for this profile/,
      'POST /search search',
    ],
    [
      'with the secret in the wrong header',
      () => send('POST', '/search', { ...sandbox.sandbox.headers(), 'X-Service-Id': 'another-password-42' }),
      { status: 401, serviceId: '…d-42' },
      /The X-Service-Id header is without its second part/,
      'POST /search search',
    ],
    [
      'to an unknown address',
      () => send('POST', '/v1/flight/search'),
      { status: 404, code: 'not_found', method: 'POST', path: '/v1/flight/search' },
      /does not exist; GET \/ lists/,
      'POST /v1/flights/search flight-search',
    ],
    ['with a wrong method', () => send('GET', '/book'), { status: 405 }, /use POST/, 'POST /book book'],
    ['below another folder', () => send('POST', '/api/book'), { status: 404 }, /does not exist/, 'POST /book book'],
    [
      'to a path with parameters',
      () => send('GET', '/v1/flights/offer/0/6f9619ff8b86d011b42d00cf4fc964ff'),
      { status: 404 },
      /does not exist/,
      'GET /v1/flights/offers/{gdsprovider}/{offerId} offer',
    ],
    [
      'with an address that cannot be read',
      () => send('GET', '/v1/flights/offers/0/%E0%A4%A'),
      { code: 'malformed_url' },
      /./,
      'GET /v1/flights/offers/{gdsprovider}/{offerId} offer',
    ],
    [
      'to nothing like it',
      () => send('GET', '/__proto__?constructor=1'),
      { path: '/__proto__?constructor=1' },
      /./,
      null,
    ],
    [
      'in TLS',
      () => raw(Buffer.from('16030100a5010000a10303', 'hex')),
      { status: 400, method: null, path: null },
      /call http:\/\/, not https:\/\//,
      null,
    ],
  ])('%s is listed, with what was wrong and the nearest operation', async (_what, call, wanted, problem, nearest) => {
    await call();
    const stray = await newest();
    expect(stray).toMatchObject({ at: NOW, ...wanted });
    expect(stray?.problem).toMatch(problem);
    const { nearest: found } = stray ?? {};
    expect(found ? `${found.method} ${found.path} ${found.operation}` : null).toBe(nearest);
  });

  it('shows no secret, in any position', async () => {
    const { Authorization = '', 'X-Service-Id': serviceId = '' } = sandbox.sandbox.headers();
    const secret = Authorization.slice('Bearer '.length);
    await send('GET', `/nowhere/${secret}?key=${secret}`, {
      Authorization: secret,
      'X-Service-Id': `${secret}:${serviceId}`,
    });
    await send('POST', '/search', { Authorization: `Basic ${secret}`, 'X-Service-Id': secret });
    const { text } = await control(sandbox.baseUrl, 'GET', '/journal');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice(-8));
  });
});

describe('the journal of the sandbox', () => {
  it('has no call of a profile or the control API, and no automatic call of a browser', async () => {
    await send('GET', '/nowhere/marked');
    await send('POST', '/v1/flights/search');
    for (const path of ['/', '/favicon.ico', '/robots.txt', '/_sandbox/nothing', '/.well-known/appspecific/x.json'])
      await send('GET', path);
    expect((await newest())?.path).toBe('/nowhere/marked');
  });

  it('keeps the beginning of a long path', async () => {
    await send('GET', `/${'a%0d%0a'.repeat(2000)}`);
    const { path, problem } = (await newest()) ?? {};
    expect([path?.length, path?.slice(0, 8), path?.at(-1)]).toEqual([500, '/a%0d%0a', '…']);
    expect(problem?.length).toBeLessThanOrEqual(500);
  });

  it('keeps the latest 200, newest first', async () => {
    const before = (await control(sandbox.baseUrl, 'GET', '/journal')).body;
    await Promise.all(Array.from({ length: 300 }, (_, i) => send('GET', `/nowhere/${i}`)));
    await send('GET', '/nowhere/last');
    const { strays, dropped } = (await control(sandbox.baseUrl, 'GET', '/journal')).body;
    expect([strays.length, strays[0].path]).toEqual([200, '/nowhere/last']);
    expect(dropped).toBe(before.dropped + before.strays.length + 101);
  });

  it('needs little time, and memory only for its limit', async () => {
    let service: Service | undefined;
    const own = await startSandbox({ log: 'silent', judge: false }, { service: (made) => (service = made) });
    const stray = { ...(await newest()), at: 0, realTime: 0, operationId: null };
    for (let i = 0; i < 100_000; i++) service?.strays.add({ ...stray, path: `/v1/flight/${'search'.repeat(i % 80)}` });
    const baseUrl = await own.listen();
    const { strays, dropped } = (await control(baseUrl, 'GET', '/journal')).body;
    expect([strays.length, dropped]).toEqual([200, 99_800]);
    await own.close();
  });

  it.each(['one at a time', 'before they were written', 'by a failed write'])(
    'tells the profile of its sender that it was dropped: %s',
    async (way) => {
      let service: Service | undefined;
      const own = await startSandbox({ log: 'silent' }, { service: (made) => (service = made) });
      if (!service) throw new Error('there is no service');
      const { store } = service;
      const { profileCode } = own.demoKeys;
      const mark = async () => (await store.journal.judged(profileCode, () => Infinity))?.mark;
      let failures = way === 'by a failed write' ? 1 : 0;
      const add: typeof store.strays.add = (...given) =>
        failures-- > 0 ? Promise.reject(new Error('no space left')) : store.strays.add(...given);
      const errors: unknown[] = [];
      const strays = new Strays({ ...store.strays, add }, (error) => errors.push(error));
      const byNobody = { ...(await newest()), at: 0, realTime: 0, operationId: null };
      const sender = { profileCode, isAuthenticated: false, authorization: null, serviceId: null };
      strays.add({ ...byNobody, sender: { ...sender, origin: 'client' } });
      if (way === 'one at a time') await strays.flush();
      for (let i = 0; i < (way === 'by a failed write' ? 0 : MAX_STRAYS); i++) strays.add(byNobody);
      await strays.flush();
      // A read after a failed write tries again to say it.
      await strays.flush();
      expect(errors).toHaveLength(way === 'by a failed write' ? 1 : 0);
      expect(await mark()).toMatchObject({ droppedStray: 1, clearedStray: 0 });
      expect(await strays.dropped()).toBe(1);
      await store.journal.clearVerdicts(profileCode);
      expect(await mark()).toMatchObject({ droppedStray: 0 });
      await own.close();
    },
  );

  it('does not count as missing from verdicts that were cleared after it', async () => {
    let service: Service | undefined;
    const own = await startSandbox({ log: 'silent' }, { service: (made) => (service = made) });
    if (!service) throw new Error('there is no service');
    const { strays, store } = service;
    const { profileCode } = own.demoKeys;
    const byNobody = { ...(await newest()), at: 0, realTime: 0, operationId: null };
    const sender = {
      profileCode,
      isAuthenticated: true,
      origin: 'client',
      authorization: null,
      serviceId: null,
    } as const;
    strays.add({ ...byNobody, sender });
    await strays.flush();
    await store.journal.clearVerdicts(profileCode);
    for (const count of [MAX_STRAYS - 50, MAX_STRAYS]) {
      for (let i = 0; i < count; i++) strays.add(byNobody);
      await strays.flush();
    }
    expect(await strays.dropped()).toBe(MAX_STRAYS - 49);
    const { mark } = (await store.journal.judged(profileCode, () => Infinity)) ?? {};
    expect(mark).toMatchObject({ clearedStray: 1, droppedStray: 1 });
    await own.close();
  });

  it('requires the admin token if the sandbox has one', async () => {
    const own = await startSandbox({ log: 'silent', adminToken: 'a-long-admin-token' });
    const baseUrl = await own.listen();
    const status = async (headers: Record<string, string>) =>
      (await control(baseUrl, 'GET', '/journal', { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status(own.headers())).toBe(403);
    expect(await status({ Authorization: 'Bearer a-long-admin-token' })).toBe(200);
    await own.close();
  });
});

async function raw(bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.write(bytes);
  return readText(socket);
}
