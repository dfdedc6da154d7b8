import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { FLIGHT_SEARCH } from './calls.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox();

/** An app of somebody else's, which has the sandbox below a path. */
function parent(): express.Express {
  const app = express();
  app.use('/api', sandbox.sandbox.app);
  return app.use((_req, res) => void res.status(404).json({ from: 'the parent' }));
}

it('a sandbox below a path of another app serves what it serves alone', async () => {
  const api = supertest(parent());
  const headers = sandbox.sandbox.headers();
  const found = await api.post('/api/v1/flights/search').set(headers).send(FLIGHT_SEARCH);
  expect(found.status).toBe(200);
  const [{ gdsprovider, offerId }] = found.body.offers;
  expect((await api.get(`/api/v1/flights/offers/${gdsprovider}/${offerId}`).set(headers)).status).toBe(200);
  expect((await api.post('/api/v1/flights/search').set(headers).send({})).body).toMatchObject({ code: 'invalid_request', liveMode: false });
  expect((await api.get('/api/reservations/details?unheardOf=1').set(headers)).body.code).toBe('invalid_request');
  expect((await api.post('/api/v1/flights/search?scenario=server-error').set(headers).send(FLIGHT_SEARCH)).status).toBe(500);
  expect((await api.get('/api/v1/flights/search').set(headers)).body.code).toBe('method_not_allowed');
  expect((await api.get('/api/nowhere').set(headers)).body.code).toBe('not_found');
  expect((await api.get('/nowhere')).body).toEqual({ from: 'the parent' });
});

it('an address in its absolute form is served too', async () => {
  const { port } = new URL(sandbox.baseUrl);
  const headers = { ...sandbox.sandbox.headers(), 'Content-Type': 'application/json' };
  const path = `http://127.0.0.1:${port}/v1/flights/search`;
  expect((await sendRaw(sandbox.baseUrl, { method: 'POST', path, headers, body: JSON.stringify(FLIGHT_SEARCH) })).status).toBe(200);
});
