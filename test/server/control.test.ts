import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import { flightClient } from '../support/flight-client.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { documentedOperations, spec } from './spec.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox({ metrics: true });
const get = (path: string) => sendRaw(sandbox.baseUrl, { path });

describe('the description of the sandbox', () => {
  it('lists every operation and scenario for people at GET /', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const { method, path, operationId } of documentedOperations)
      expect(text).toMatch(new RegExp(`^  ${method} +${path.replace(/[{}]/g, '\\$&')} +${operationId}$`, 'm'));
    const control = (await get('/_sandbox/control-api.json')).body;
    for (const [path, item] of Object.entries<Record<string, { summary: string }>>(control.paths)) {
      for (const [method, { summary }] of Object.entries(item).filter(([name]) => name !== 'parameters')) {
        expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toContainEqual([
          method.toUpperCase(),
          path,
          summary,
        ]);
      }
    }
    const addresses = [...text.matchAll(/^ {2}GET {5}(\/_sandbox\/[\w./-]+) /gm)].map(([, address]) => address);
    expect(addresses).toContain('/_sandbox/openapi.json');
    for (const address of addresses) expect((await get(address)).status, address).toBe(200);
  });

  it('includes its health', async () => {
    expect((await get('/_sandbox/health')).body).toEqual({ status: 'ok', log: { dropped: 0 }, liveMode: false });
  });

  it.each(['openapi', 'interface'])('includes /_sandbox/%s, the same as JSON and as YAML', async (name) => {
    const [json, yaml] = [await get(`/_sandbox/${name}.json`), await get(`/_sandbox/${name}.yaml`)];
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.text)).toEqual(json.body);
    expect(json.body).not.toHaveProperty('liveMode');
    expect(Object.keys(json.body.paths)).toEqual(Object.keys(spec.paths));
  });

  it('has the headers of every response', async () => {
    for (const path of ['/', '/_sandbox/health', '/_sandbox/openapi.yaml', '/nowhere']) {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_/),
        date: new Date(NOW).toUTCString(),
        'cache-control': 'no-store',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });
});

describe('the record of an order', () => {
  it("shows its profile the provider's request and response", async () => {
    const flights = flightClient(sandbox);
    const offer = await flights.find(({ gdsprovider }) => gdsprovider === 1);
    const { body: order } = await flights.orderWhole(offer);
    const { status, body } = await flights.readOrder(order.orderId);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      resourceId: order.orderId,
      offerId: offer.offerId,
      gdsprovider: 1,
      status: 'booked',
      request: flightOrder(offer),
    });
    expect(body.resource.providerRecord).toEqual({ request: expect.any(Object), response: expect.any(Object) });
    expect(body.resource).not.toHaveProperty('profileCode');
  });
});
