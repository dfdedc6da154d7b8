import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { useSandbox } from '../support/sandbox.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox();

/** Another app, which has the sandbox below a path. */
function parent(): express.Express {
  const app = express();
  app.use('/api', sandbox.sandbox.app);
  return app.use((_req, res) => void res.status(404).json({ from: 'the parent' }));
}

it('a sandbox below a path of another app returns the same responses as alone', async () => {
  const api = supertest(parent());
  const headers = sandbox.sandbox.headers();
  const found = await api.post('/api/v1/flights/search').set(headers).send(FLIGHT_SEARCH);
  expect(found.status).toBe(200);
  const [{ gdsprovider, offerId }] = found.body.offers;
  expect((await api.get(`/api/v1/flights/offers/${gdsprovider}/${offerId}`).set(headers)).status).toBe(200);
  expect((await api.post('/api/v1/flights/search').set(headers).send({})).body.details).toContainEqual({
    path: '/slices',
    message: 'slices is required',
  });
  expect((await api.get('/api/reservations/details?unheardOf=1').set(headers)).body.details).toMatchObject([
    { path: 'query/unheardOf' },
  ]);
  expect((await api.post('/api/_sandbox/profiles').send({ unheardOf: 1 })).body.details).toMatchObject([
    { path: '/unheardOf' },
  ]);
  expect((await api.post('/api/v1/flights/search?scenario=server-error').set(headers).send(FLIGHT_SEARCH)).status).toBe(
    500,
  );
  expect((await api.get('/api/v1/flights/search').set(headers)).body.code).toBe('method_not_allowed');
  expect((await api.get('/api/nowhere').set(headers)).body.code).toBe('not_found');
  expect((await api.get('/nowhere')).body).toEqual({ from: 'the parent' });
});

it('an interface file contains the address of its request', async () => {
  const api = supertest(parent());
  const serverOf = async (path: string, headers: Record<string, string>) =>
    (await api.get(path).set(headers)).body.servers[0].url;
  const file = '/api/_sandbox/openapi.json';
  expect(await serverOf(file, { Host: 'localhost:8080' })).toBe('http://localhost:8080/api');
  expect(await serverOf(file, { Host: '[::1]:8080' })).toBe('http://[::1]:8080/api');
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Prefix': '/taxi' };
  expect(await serverOf('/api/_sandbox/interface.json', forwarded)).toBe('https://a.example/taxi/api');
  const { text } = await api.get('/api/_sandbox/control-api.yaml').set('Host', 'localhost:8081');
  expect(parse(text).servers).toEqual([{ url: 'http://localhost:8081/api', description: 'This sandbox' }]);
});

it.each(['localhost:8081', '[::1]:8080', '10.0.0.1', 'a_b.example', `${'long-'.repeat(60)}host.example:65535`])(
  "an interface file contains the address %s in the YAML writer's notation",
  async (host) => {
    const { text } = await supertest(parent()).get('/api/_sandbox/openapi-3.0.yaml').set('X-Forwarded-Host', host);
    expect(text).toContain(`  - ${stringify({ url: `http://${host}/api` })}    description: This sandbox\n`);
  },
);

it.each([
  ['X-Forwarded-Host', 'a: b'],
  ['X-Forwarded-Host', 'a #b'],
  ['X-Forwarded-Host', 'a", "x": "'],
  ['X-Forwarded-Host', "a'b"],
  ['X-Forwarded-Host', 'a\\'],
  ['X-Forwarded-Host', '$&$`'],
  ['X-Forwarded-Host', '\u0085\u00a0\u00e9'],
  ['X-Forwarded-Host', ''],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Forwarded-Proto', '&anchor http'],
  ['X-Forwarded-Prefix', '/a\tb: {'],
  ['X-Forwarded-Prefix', '.other.example/'],
])('an interface file ignores the header %s: %s, because it forms no address', async (name, value) => {
  for (const edition of ['openapi-3.0.yaml', 'control-api.json']) {
    const path = `/_sandbox/${edition}`;
    const [sent, plain] = [
      await sendRaw(sandbox.baseUrl, { path, headers: { [name]: value } }),
      await sendRaw(sandbox.baseUrl, { path }),
    ];
    expect([sent.status, sent.text]).toEqual([200, plain.text]);
  }
});

it('an address in absolute form is served too', async () => {
  const headers = { ...sandbox.sandbox.headers(), 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body?: object) =>
    sendRaw(sandbox.baseUrl, { method, path: sandbox.baseUrl + path, headers, body: body && JSON.stringify(body) });
  const {
    body: {
      offers: [{ gdsprovider, offerId }],
    },
  } = await send('POST', '/v1/flights/search', FLIGHT_SEARCH);
  expect((await send('GET', `/v1/flights/offers/${gdsprovider}/${offerId}`)).status).toBe(200);
  expect((await send('GET', '/reservations/details?unheardOf=1')).body.details).toMatchObject([
    { path: 'query/unheardOf' },
  ]);
});
