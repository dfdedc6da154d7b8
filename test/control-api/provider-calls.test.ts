import { beforeEach, describe, expect, it } from 'vitest';
import { gdsproviders } from '../../src/interface/gdsproviders.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest } from '../transfers/transfer-client.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { clockedProfile } from './clocked-profile.ts';

const server = useSandbox();
const START = '2027-01-12T08:00:00.000Z';
const SEARCHED = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
  await mine.freeze(START);
});

describe('the provider calls of a flight search', () => {
  it('include one per provider, with the native offers behind the response', async () => {
    const offers = await mine.flights.search();
    const { providerCalls, complete } = await callsOf(offers[0].offerId);
    expect(complete).toBe(true);
    expect(providerCalls.map(({ provider, operation, at, effect }) => ({ provider, operation, at, effect }))).toEqual(
      gdsproviders.map((one) => ({ provider: `gds-${one}`, operation: 'flight-search', at: START, effect: {} })),
    );
    const [first, second] = providerCalls;
    expect(first.request.data.slices).toMatchObject(SEARCHED.slices);
    expect(second.request.od).toEqual([{ from: 'MAD', to: 'LHR', dt: expect.any(String) }]);
    const [own, other] = [0, 1].map((provider) => offers.filter((offer) => offer.gdsprovider === provider));
    expect(first.response.data.offers).toHaveLength(own.length);
    expect(second.response.ofs).toHaveLength(other.length);
    const passengers = first.response.data.passengers.map(({ id }: { id: string }) => id);
    expect(own[0].passengers.map(({ id }) => id)).toEqual(passengers);
  });

  it('show the error of a provider that is down', async () => {
    const options = { keys: mine.keys, scenario: 'provider-0-down' };
    const { body } = await server.post('/v1/flights/search', SEARCHED, options);
    const { providerCalls } = await callsOf(body.offers[0].offerId);
    expect(providerCalls[0]).toMatchObject({
      effect: { search: 'down' },
      response: { errors: [{ code: 'service_unavailable' }], meta: { status: 503 } },
    });
    expect(providerCalls[1]).toMatchObject({ effect: {}, response: { ofs: expect.anything() } });
  });

  it('show the response of a slow provider as late', async () => {
    const options = { keys: mine.keys, scenario: 'provider-1-slow' };
    const { body } = await server.post('/v1/flights/search', SEARCHED, options);
    const { providerCalls } = await callsOf(body.offers[0].offerId);
    expect(providerCalls.map(({ isLate }) => isLate)).toEqual(gdsproviders.map((one) => one === 1));
    expect(providerCalls[1].response.ofs).not.toEqual([]);
  });

  it('are the same each time', async () => {
    const [offer] = await mine.flights.search();
    expect(await callsOf(offer.offerId)).toEqual(await callsOf(offer.offerId));
  });
});

describe('the provider calls of an order', () => {
  it('end with the stored order call, the only one left after the search is removed', async () => {
    const [offer] = await mine.flights.search();
    const { orderId } = (await mine.flights.orderWhole(offer)).body;
    const { providerRecord } = await mine.resource(orderId);
    const before = await callsOf(orderId);
    expect(before.providerCalls).toHaveLength(gdsproviders.length + 1);
    expect(before.providerCalls.at(-1)).toMatchObject({ operation: 'order', ...providerRecord });
    await mine.advance('P1D');
    const after = await callsOf(orderId);
    expect(after.providerCalls).toEqual(before.providerCalls.slice(-1));
    expect(after.complete).toBe(false);
  });
});

describe('the provider calls of a booking', () => {
  it('end with the booking call of the quoted ride, which made the reservation', async () => {
    const reservation = await mine.transfers.reserve();
    const { providerCalls } = await callsOf(reservation.reservationId);
    expect(providerCalls.map(({ provider, operation }) => [provider, operation])).toEqual([
      ['transfer-supplier', 'search'],
      ['transfer-supplier', 'book'],
    ]);
    const [search, book] = providerCalls;
    expect(search.response.results.map(({ result_id }: { result_id: string }) => result_id)).toContain(
      reservation.resultId,
    );
    expect(book).toMatchObject({
      request: { result_id: reservation.resultId, first_name: reservation.traveller.firstName, rebooking_of: null },
      response: {
        status: 'completed',
        reservations: [
          { id: reservation.reservationId, confirmation_number: reservation.confirmationNumber, timestamp: START },
        ],
      },
    });
  });

  it.each([{ action: 'complete' }, { action: 'fail', errorCode: 'price_changed' }])(
    'remain pending, with the planned outcome, after the action $action',
    async (action) => {
      const { reservationId } = await booked('pending');
      const before = await callsOf(reservationId);
      expect(before.providerCalls[1]).toMatchObject({
        effect: { booking: 'pending' },
        response: { status: 'pending', settles: { status: 'completed' } },
      });
      await mine.call('post', `resources/${reservationId}/actions`, action);
      expect(await callsOf(reservationId)).toEqual(before);
    },
  );

  it('show a completed booking if the client received a 502', async () => {
    const { reservationId } = await booked('502-after-commit');
    const { providerCalls } = await callsOf(reservationId);
    const response = { status: 'completed', reservations: [{ id: reservationId }] };
    expect(providerCalls[1]).toMatchObject({ response });
  });

  it('keep the listing delay of a hidden booking after reads find it', async () => {
    const { reservationId } = await booked('502-late');
    const before = await callsOf(reservationId);
    expect(before.providerCalls[1]).toMatchObject({
      effect: { booking: 'hidden' },
      response: { status: 'completed', listed: expect.any(Object) },
    });
    await mine.call('post', `resources/${reservationId}/actions`, { action: 'complete' });
    expect(await callsOf(reservationId)).toEqual(before);
  });

  it('include those behind reads of driver and tracking, with the effect of a scenario', async () => {
    const { reservationId, pickupDateTime } = await mine.transfers.reserve();
    const read = (path: string, scenario?: string) =>
      server.get(`/reservations/${path}`, { keys: mine.keys, query: { reservationId }, ...(scenario && { scenario }) });
    await read('driver-vehicle');
    expect((await callsOf(reservationId)).complete).toBe(true);
    await mine.freeze(new Date(Date.parse(pickupDateTime) - 60_000).toISOString());
    const { body: driven } = await read('driver-vehicle');
    await read('tracking');
    await read('tracking', 'tracking-lost');
    await read('tracking', 'pending');
    // By now the search is forgotten.
    const { providerCalls: reads } = await callsOf(reservationId);
    expect(reads.map(({ operation, effect }) => [operation, effect])).toEqual([
      ['driver', {}],
      ['driver', {}],
      ['tracking', {}],
      ['tracking', { tracking: 'lost' }],
    ]);
    expect(reads.map(({ request }) => request.reservation_id)).toEqual(Array(4).fill(reservationId));
    expect(reads[0].response).toEqual({ driver: null, vehicle: null });
    expect(reads[1].response.vehicle.license_plate).toBe(driven.vehicle.licensePlate);
    expect(reads[2].response.events.at(-1).type).toBe('DRIVER_ARRIVED_AT_PICKUP');
    expect(reads[3].response.live_location).toBeNull();
  });

  it('leave out a read whose response changed with an action on the ride, and say so', async () => {
    const { reservationId } = await mine.transfers.reserve();
    const read = () => server.get('/reservations/driver-vehicle', { keys: mine.keys, query: { reservationId } });
    await read();
    await mine.call('post', `resources/${reservationId}/actions`, { action: 'advance-ride' });
    const { body } = await read();
    const { providerCalls, complete } = await callsOf(reservationId);
    expect(complete).toBe(false);
    expect(providerCalls.map(({ operation }) => operation)).toEqual(['search', 'book', 'driver']);
    expect(providerCalls[2].response.vehicle.license_plate).toBe(body.vehicle.licensePlate);
  });

  it('leave out a read whose response a scenario made unreadable', async () => {
    const { reservationId } = await mine.transfers.reserve();
    for (const scenario of ['malformed-body', 'truncated-body'])
      await server
        .get('/reservations/tracking', { keys: mine.keys, query: { reservationId }, scenario })
        .catch(() => {});
    const { providerCalls } = await callsOf(reservationId);
    expect(providerCalls.map(({ operation }) => operation)).toEqual(['search', 'book']);
  });

  it('the calls of a change name the reservation that they replace', async () => {
    const { reservationId } = await mine.transfers.reserve();
    const result = await mine.transfers.confirm(reservationId, await mine.transfers.pricedChange(reservationId));
    const { providerCalls } = await callsOf(result.reservations[0].reservationId);
    expect(providerCalls.map(({ operation }) => operation)).toEqual(['change-search', 'change']);
    expect(providerCalls[1].request.rebooking_of).toBe(reservationId);
  });

  it('are incomplete after the search is removed', async () => {
    const { reservationId } = await mine.transfers.reserve();
    await mine.advance('P1D');
    expect(await callsOf(reservationId)).toMatchObject({ providerCalls: [], complete: false });
  });

  /** Books under a scenario; returns the stored booking. */
  async function booked(scenario: string) {
    const priced = await mine.transfers.priced();
    await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario });
    const [reservation] = await mine.list('reservations');
    return { reservationId: reservation.resourceId as string };
  }
});

it('another profile cannot read the provider calls', async () => {
  const { reservationId } = await mine.transfers.reserve();
  const other = await clockedProfile(server);
  const response = await other.call('get', `resources/${reservationId}/provider-calls`);
  expect(response.body).toMatchObject({ statusCode: 404, code: 'not_found' });
});

async function callsOf(resourceId: string): Promise<{ providerCalls: Call[]; complete: boolean }> {
  const { status, body } = await mine.call('get', `resources/${resourceId}/provider-calls`);
  expect(status).toBe(200);
  return body;
}

interface Call {
  provider: string;
  operation: string;
  at: string;
  effect: object;
  isLate: boolean;
  request: Body;
  response: Body;
}
