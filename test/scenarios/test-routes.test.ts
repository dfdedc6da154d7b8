import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import { flightRoutes, TEST_AIRPORT, transferRoutes } from '../../src/scenarios/test-routes.ts';
import { control, headersOf } from '../control-api/control-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, bookRequest, easy, pricingRequest } from '../transfers/transfer-client.ts';
import { latestOf } from './spent.ts';

const sandbox = useSandbox({ maxProfiles: 200 });

/** The selectors of a route that act on the search itself, and those that it arms. */
const isLater = (text: string) => text.includes(':');

function flight(destination: string, origin = TEST_AIRPORT): Body {
  return { ...FLIGHT_SEARCH, slices: [{ origin, destination, departure_date: '2027-03-15' }] };
}

function ride(address: string): Body {
  return { ...AIRPORT_TO_TOWN, pickup: { iataCode: TEST_AIRPORT }, dropoff: { address } };
}

async function search(path: string, body: object, keys: KeyPair) {
  const response = await sandbox.post(path, body, { keys });
  const all = response.headers as Record<string, string>;
  return {
    status: response.status,
    body: response.body,
    acted: all['x-sandbox-scenario'],
    from: all['x-sandbox-scenario-from'],
  };
}

describe('a test route of flights', () => {
  it.each(Object.entries(flightRoutes))('a test route to %s selects %s', async (destination, text) => {
    const keys = await sandbox.sandbox.addProfile();
    const { status, body, acted, from } = await search('/v1/flights/search', flight(destination), keys);
    expect([status, from, acted?.replaceAll(/\([^)]*\)/g, '')]).toEqual([
      200,
      'route',
      text.replaceAll(/\([^)]*\)/g, ''),
    ]);
    const [offer] = body.offers;
    if (text === 'no-offers') return expect(offer).toBeUndefined();
    const place = `${offer.gdsprovider}/${offer.offerId}`;
    if (!text.includes('order:')) return expect(offer.offerId).toMatch(/./);
    // A call that is refused leaves it armed.
    const order = flightOrder(offer);
    const path = `/v1/flights/order/${place}`;
    expect((await sandbox.post(path, { ...order, surplus: true }, { keys })).status).toBe(400);
    await sandbox.post(path, order, { keys }).catch(() => undefined);
    const [, name = ''] = /^order:([^(]*)/.exec(text) ?? [];
    expect((await latestOf(sandbox, keys)).scenario).toEqual({ name, from: 'offer' });
  });
});

describe('a test route of transfers', () => {
  it.each(Object.entries(transferRoutes).filter(([, text]) => !text.includes('timeout')))(
    'a test route to %s selects %s',
    async (street, text) => {
      const keys = await sandbox.sandbox.addProfile();
      const found = await search('/search', ride(`1 ${street.toUpperCase()}, Peel`), keys);
      expect([found.status, found.from]).toEqual([200, 'route']);
      const offer = found.body.offers.find(easy);
      if (text === 'no-offers') return expect(offer).toBeUndefined();
      const { body: pricing } = await sandbox.post('/pricing', pricingRequest(found.body, offer), { keys });
      if (text.startsWith('book:')) {
        const body = bookRequest({ search: found.body, offer, pricing });
        expect((await sandbox.post('/book', { ...body, surplus: true }, { keys })).status).toBe(400);
        await sandbox.post('/book', body, { keys }).catch(() => undefined);
      }
      const [, name = ''] = /^[a-z]+:([^(]*)/.exec(text) ?? [];
      expect((await latestOf(sandbox, keys)).scenario).toEqual({ name, from: 'offer' });
    },
  );

  it('may also end at the airport, and its address must contain street and town', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const back = { ...ride(''), pickup: { address: 'Atholl-Street 3; Peel' }, dropoff: { iataCode: TEST_AIRPORT } };
    expect((await search('/search', back, keys)).from).toBe('route');
    for (const address of ['Peel', 'Atholl Street 3, Douglas', 'Athollstreet 3, Peel', 'Castle Streets, Peel'])
      expect((await search('/search', ride(address), keys)).from).toBeUndefined();
    expect(
      (await search('/search', { ...AIRPORT_TO_TOWN, dropoff: { address: 'Atholl Street, Peel, Madrid' } }, keys)).from,
    ).toBeUndefined();
  });
});

describe('a journey outside the test routes', () => {
  it.each([
    ['IOM', 'LHR'],
    ['SIN', 'IOM'],
    ['MAD', 'SIN'],
    ['IOM', 'constructor'],
    ['IOM', '__proto__'],
  ])('selects no scenario: %s to %s', async (origin, destination) => {
    const keys = await sandbox.sandbox.addProfile();
    const { acted, from } = await search('/v1/flights/search', flight(destination, origin), keys);
    expect([acted, from]).toEqual([undefined, undefined]);
  });

  it.each([[{ slices: null }], [{ slices: [null] }], [{ pickup: { iataCode: 'IOM' }, dropoff: { address: 7 } }], [[]]])(
    'an invalid body selects no scenario: %j',
    async (body) => {
      const keys = await sandbox.sandbox.addProfile();
      const path = 'slices' in body ? '/v1/flights/search' : '/search';
      const { status, from } = await search(path, body, keys);
      expect([status, from]).toEqual([400, undefined]);
    },
  );
});

describe('a test route and other selections', () => {
  const path = '/v1/flights/search';

  it('gives way to the query and to none, and has priority over the profile', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const arming = { body: { scenario: 'provider-0-down' }, headers: headersOf(keys) };
    expect((await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, arming)).status).toBe(200);
    expect(await search(path, flight('ATH'), keys)).toMatchObject({ acted: 'no-offers', from: 'route' });
    for (const scenario of ['none', 'provider-1-down']) {
      const { headers, body } = await sandbox.post(path, flight('ATH'), { keys, scenario });
      expect([headers['x-sandbox-scenario'], headers['x-sandbox-scenario-from']]).toEqual([scenario, 'query']);
      expect(body.offers.length).toBeGreaterThan(0);
    }
  });

  it('is not armed by a search that is refused', async () => {
    const keys = await sandbox.sandbox.addProfile();
    const past = { ...flight('LIS'), slices: [{ ...flight('LIS').slices[0], departure_date: '2020-01-01' }] };
    const { headers, status } = await sandbox.post(path, past, { keys });
    expect([status, headers['x-sandbox-scenario'], headers['x-sandbox-scenario-idle']]).toEqual([
      400,
      'none',
      'order:order-refused; reason=refused',
    ]);
  });

  it('assigns each selector to the search or to a later call', () => {
    for (const text of [...Object.values(flightRoutes), ...Object.values(transferRoutes)])
      expect(text.length > 0 && (isLater(text) || !text.includes('calls='))).toBe(true);
  });
});
