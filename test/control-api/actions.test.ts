import { beforeEach, describe, expect, it } from 'vitest';
import { holdOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { bookRequest, pricingRequest } from '../transfers/transfer-client.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { clockedProfile } from './clocked-profile.ts';

const server = useSandbox();
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
});

const act = (resourceId: string, body: object) => mine.call('post', `resources/${resourceId}/actions`, body);
const post = (path: string, body: object) => server.post(path, body, { keys: mine.keys });
const booked = async (scenario: string) => {
  const priced = await mine.transfers.priced();
  await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario });
  const resource = (await mine.list('reservations')).find(({ searchId }) => searchId === priced.search.searchId);
  return { priced, resource, id: resource?.resourceId as string };
};
const read = ({ search: { searchId } }: PricedOffer) => mine.transfers.read({ searchId });

describe('POST …/resources/{resourceId}/actions', () => {
  it('completes a pending booking: the next read of the client sees it', async () => {
    const { priced, resource, id } = await booked('pending-forever');
    expect(resource).toMatchObject({ status: 'pending', actions: ['complete', 'fail'] });
    expect((await read(priced)).status).toBe('pending');
    const { status, body } = await act(id, { action: 'complete' });
    expect({ status, resource: body.resource }).toMatchObject({
      status: 200,
      resource: { kind: 'reservation', status: 'completed', state: 'confirmed', actions: ['cancel', 'advance-ride'] },
    });
    expect(await read(priced)).toMatchObject({ status: 'completed', reservations: [{ reservationId: id }] });
  });

  it.each([
    [{}, 'supplier_rejected'],
    [{ errorCode: 'price_changed' }, 'price_changed'],
  ])('lets a pending booking fail with %j', async (reason, code) => {
    const { priced, id } = await booked('pending');
    expect((await act(id, { action: 'fail', ...reason })).body.resource).toMatchObject({
      status: 'failed',
      errorCode: code,
      actions: [],
    });
    expect(await read(priced)).toMatchObject({ status: 'failed', error: { code } });
  });

  it('makes a hidden booking visible to reads', async () => {
    const { priced, resource, id } = await booked('502-late(reads=9)');
    expect(resource).toMatchObject({ status: 'hidden', actions: ['complete'] });
    await act(id, { action: 'complete' });
    expect(await read(priced)).toMatchObject({ status: 'completed' });
  });

  it('cancels a reservation as the supplier', async () => {
    const { priced, id } = await booked('completed');
    expect((await act(id, { action: 'cancel' })).body.resource).toMatchObject({ state: 'cancelled', actions: [] });
    expect((await read(priced)).reservations).toMatchObject([{ state: 'cancelled' }]);
  });

  it('completes a pending change, which closes the original', async () => {
    const { id } = await booked('completed');
    const change = await mine.transfers.pricedChange(id);
    const { pricing } = change;
    await mine.transfers.confirm(id, change, {}, { scenario: 'pending-forever' });
    const pending = (await mine.list('reservations')).find(({ pricingToken }) => pricingToken === pricing.pricingToken);
    await act(pending?.resourceId as string, { action: 'complete' });
    expect(await mine.resource(id)).toMatchObject({ state: 'changed', actions: [] });
  });

  it('expires the offers of a search and their pricings', async () => {
    const priced = await mine.transfers.priced();
    const { searchId } = priced.search;
    expect((await act(searchId, { action: 'expire' })).body.resource).toMatchObject({ status: 'expired', actions: [] });
    expect((await post('/pricing', pricingRequest(priced.search, priced.offer))).body.code).toBe('token_expired');
    expect((await post('/book', bookRequest(priced))).body).toMatchObject({ error: { code: 'token_expired' } });
  });

  it('expires one pricing: the offer can be priced again', async () => {
    const priced = await mine.transfers.priced();
    const { pricingToken } = priced.pricing;
    const expire = () => act(priced.search.searchId, { action: 'expire', pricingToken });
    expect((await expire()).body.resource).toMatchObject({ status: 'open' });
    expect((await post('/book', bookRequest(priced))).body).toMatchObject({ error: { code: 'token_expired' } });
    const again = await mine.transfers.price(priced.search, priced.offer);
    expect((await mine.transfers.book({ ...priced, pricing: again })).status).toBe('completed');
    expect((await expire()).body.code).toBe('action_not_possible');
  });

  it('expires a flight offer and the other offers of its search', async () => {
    const [one, other] = await mine.flights.search();
    expect((await act(one?.offerId ?? '', { action: 'expire' })).body.resource).toMatchObject({ status: 'expired' });
    for (const offer of [one, other])
      expect((await mine.flights.orderWhole(offer as never)).body.code).toBe('offer_expired');
  });

  it('ends the hold of an order', async () => {
    const offer = await mine.flights.find(({ holdOptions }) => holdOptions.available);
    const { body: order } = await mine.flights.order(offer, holdOrder(offer));
    expect(await mine.resource(order.orderId)).toMatchObject({ status: 'held', actions: ['expire'] });
    expect((await act(order.orderId, { action: 'expire' })).body.resource).toMatchObject({
      status: 'hold_expired',
      actions: [],
    });
  });

  it('assigns driver and vehicle, and triggers each event of the ride', async () => {
    const { id } = await booked('completed');
    const look = async () => {
      const query = { reservationId: id };
      const { body: assigned } = await server.get('/reservations/driver-vehicle', { keys: mine.keys, query });
      const { body: tracked } = await server.get('/reservations/tracking', { keys: mine.keys, query });
      return [!!assigned.vehicle, !!assigned.driver, tracked.status];
    };
    expect(await look()).toEqual([false, false, 'not_started']);
    const seen = [];
    for (let i = 0; i < 6; i++) {
      const { body } = await act(id, { action: 'advance-ride' });
      seen.push([...(await look()), body.resource.timeline.at(-1).what]);
    }
    expect(seen.map(([vehicle, driver, status]) => [vehicle, driver, status])).toEqual([
      [true, false, 'not_started'],
      [true, true, 'not_started'],
      [true, true, 'en_route'],
      [true, true, 'arrived'],
      [true, true, 'on_board'],
      [true, true, 'completed'],
    ]);
    expect((await mine.resource(id)).actions).toEqual(['cancel', 'replace-driver']);
    expect((await act(id, { action: 'advance-ride' })).body.code).toBe('action_not_possible');
  });

  it('does not repeat triggered ride events when the clock moves past them', async () => {
    const { id } = await booked('completed');
    for (let i = 0; i < 2; i++) await act(id, { action: 'advance-ride' });
    const { due } = (await mine.advance('PT2H')).body;
    expect(due.map(({ what }: { what: string }) => what)).toContain('ride_en_route');
  });

  it('replaces the driver once', async () => {
    const { id } = await booked('completed');
    const driver = async () =>
      (await server.get('/reservations/driver-vehicle', { keys: mine.keys, query: { reservationId: id } })).body.driver;
    for (let i = 0; i < 2; i++) await act(id, { action: 'advance-ride' });
    const first = await driver();
    expect((await act(id, { action: 'replace-driver' })).body.resource.actions).not.toContain('replace-driver');
    expect(await driver()).not.toEqual(first);
    expect((await act(id, { action: 'replace-driver' })).body.code).toBe('action_not_possible');
  });

  it('triggers one ride event for each of many concurrent requests ', async () => {
    const { id } = await booked('completed');
    const responses = await Promise.all(Array.from({ length: 4 }, () => act(id, { action: 'advance-ride' })));
    const happened = responses.filter(({ status }) => status === 200).length;
    const shown = (await mine.resource(id)).timeline.filter(
      ({ what, ahead }: { what: string; ahead?: true }) => /assigned|ride_/.test(what) && !ahead,
    );
    expect(shown).toHaveLength(happened);
  });

  it('is part of an export', async () => {
    const { id, priced } = await booked('completed');
    await act(id, { action: 'advance-ride' });
    await act(priced.search.searchId, { action: 'expire' });
    const before = [await mine.resource(id), await mine.resource(priced.search.searchId)];
    const { text } = await mine.call('get', 'export');
    await mine.call('post', 'reset');
    expect((await mine.call('post', 'import', JSON.parse(text))).status).toBe(200);
    expect([await mine.resource(id), await mine.resource(priced.search.searchId)]).toEqual(before);
  });

  it('refuses an impossible event, and lists the possible ones', async () => {
    const { id, priced } = await booked('completed');
    const refused = await act(id, { action: 'complete' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'action_not_possible',
      details: [
        {
          path: '/action',
          message:
            `reservation ${id} is completed and confirmed: ` +
            'the action complete is not possible; possible is cancel, advance-ride',
        },
      ],
    });
    for (const [resourceId, body, status, code] of [
      [id, { action: 'expire' }, 409, 'action_not_possible'],
      [id, { action: 'expire', pricingToken: priced.pricing.pricingToken }, 409, 'action_not_possible'],
      [priced.search.searchId, { action: 'expire', pricingToken: 'other' }, 409, 'action_not_possible'],
      [id, { action: 'cancel', errorCode: 'price_changed' }, 400, 'not_combinable'],
      [id, { action: 'cancel', pricingToken: 'x' }, 400, 'not_combinable'],
      [id, { action: 'explode' }, 400, 'invalid_request'],
      [id, { action: 'fail', errorCode: 'made_up' }, 400, 'invalid_request'],
      ['nowhere', { action: 'cancel' }, 404, 'not_found'],
    ] as const) {
      const response = await act(resourceId, body);
      expect([body, response.status, response.body.code]).toEqual([body, status, code]);
    }
  });

  it('refuses a resource of another profile as an unknown one', async () => {
    const { id } = await booked('pending-forever');
    const other = await clockedProfile(server);
    expect((await other.call('post', `resources/${id}/actions`, { action: 'complete' })).body.code).toBe('not_found');
    expect((await mine.resource(id)).status).toBe('pending');
  });

  it('accepts one of many concurrent requests, and refuses the others', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await booked('pending-forever');
      const actions = ['complete', 'fail', 'complete', 'fail', 'complete', 'fail'];
      const responses = await Promise.all(actions.map((action) => act(id, { action })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const won = actions[responses.findIndex(({ status }) => status === 200)];
      expect((await mine.resource(id)).status).toBe(won === 'complete' ? 'completed' : 'failed');
    }
  });
});
