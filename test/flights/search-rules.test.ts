import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import type { PassengerType } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();

const OUT = { origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' };
const BACK = { origin: 'LHR', destination: 'MAD', departure_date: '2027-03-22' };
const search = (changes: object = {}): Promise<Response> =>
  sandbox.post('/v1/flights/search', {
    slices: [OUT],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    ...changes,
  });

describe('a flight search', () => {
  it('is served by POST on /v1/flights/search [flight-search.endpoint]', async () => {
    const { status, body } = await search();
    expect(status).toBe(200);
    expect(body.offers.length).toBeGreaterThan(0);
    expect((await sandbox.get('/v1/flights/search')).status).toBe(405);
  });

  it('needs no query parameters, and accepts none [flight-search.no-parameters]', async () => {
    expect((await search()).status).toBe(200);
    const asked = await sandbox.post(
      '/v1/flights/search',
      { slices: [OUT], passengers: [{ type: 'adult' }], cabin_class: 'economy' },
      { query: { currency: 'USD' } },
    );
    expectRefusal(asked, 'invalid_request', 'query/currency');
  });

  it.each([
    [1, [OUT]],
    [2, [OUT, BACK]],
  ])('has %i slices, and so have its offers [flight-search.slices.count]', async (count, slices) => {
    const { status, body } = await search({ slices });
    expect(status).toBe(200);
    for (const offer of body.offers) expect(offer.slices).toHaveLength(count);
  });

  it.each([[[]], [[OUT, BACK, OUT]]])('never has zero or three slices [flight-search.slices.count]', async (slices) => {
    expectRefusal(await search({ slices }), 'invalid_request', '/slices');
  });

  it.each([
    '15.03.2027',
    '2027/03/15',
    '2027-3-15',
    '20270315',
    '2027-03-15T00:00:00',
    '2027-03-15T00:00:00Z',
    '2027-02-30',
    '2027-02-29',
    '2027-00-10',
    '2027-03',
    'tomorrow',
    '',
    20270315,
    null,
  ])('has no departure_date like %j [flight-search.slices.departure-date.shape]', async (date) => {
    expectRefusal(
      await search({ slices: [{ ...OUT, departure_date: date }] }),
      'invalid_request',
      '/slices/0/departure_date',
    );
  });

  it('may have any calendar day as departure_date [flight-search.slices.departure-date.shape]', async () => {
    for (const date of ['2027-01-31', '2027-02-28', '2027-12-31']) {
      const { status, body } = await search({ slices: [{ ...OUT, departure_date: date }] });
      expect(status).toBe(200);
      for (const offer of body.offers) expect(offer.slices[0].departure.departingAt.slice(0, 10)).toBe(date);
    }
  });

  it.each(['economy', 'premium_economy', 'business', 'first'])(
    'may ask for the cabin %s [flight-search.cabin-class]',
    async (cabin) => {
      expect((await search({ cabin_class: cabin })).status).toBe(200);
    },
  );

  it.each([1, {}, [], null, true, '', 'ECONOMY', 'steerage'])(
    'has no cabin_class like %j [flight-search.cabin-class]',
    async (cabin) => {
      expectRefusal(await search({ cabin_class: cabin }), 'invalid_request', '/cabin_class');
    },
  );

  it('states at the top level that the sandbox is not live [flight-search.live-mode]', async () => {
    expect((await search()).body.liveMode).toBe(false);
  });
});

it.each([[['adult']], [['adult', 'adult', 'child']], [['adult', 'infant_without_seat']]] satisfies [PassengerType[]][])(
  'an order that repeats the passenger ids of its offer is accepted, by either provider: %j ' +
    '[offer.passengers.ids-reusable]',
  async (types) => {
    const flights = flightClient(sandbox);
    for (const gdsprovider of [0, 1]) {
      const offer = await flights.find((each) => each.gdsprovider === gdsprovider, { types });
      const order = await flights.orderWhole(offer);
      expect([order.status, order.body.status]).toEqual([200, 'booked']);
      const { body } = await flights.readOrder(order.body.orderId);
      expect(body.resource.request.passengers.map(({ id }: { id: string }) => id)).toEqual(
        offer.passengers.map(({ id }) => id),
      );
    }
  },
);
