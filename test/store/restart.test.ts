import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox, StoreError } from '../../src/index.ts';
import type { Offer } from '../../src/interface/api.ts';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import type { Body } from '../support/body.ts';
import { NOW } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

interface Caller {
  sandbox: Sandbox;
  clock: VirtualClock;
  post(path: string, body: object): Promise<Body>;
  get(path: string): Promise<Body>;
}

/** A sandbox on a store, as another start of the command line would make it: same seed, same clock. */
async function start(store: string, seed = 'restart'): Promise<Caller> {
  const clock = new VirtualClock(NOW);
  const sandbox = await createSandbox({ store, seed, clock, log: 'silent' });
  const baseUrl = await sandbox.listen();
  const headers = { ...sandbox.headers(), 'Content-Type': 'application/json' };
  return {
    sandbox,
    clock,
    post: async (path, body) =>
      (await sendRaw(baseUrl, { method: 'POST', path, headers, body: JSON.stringify(body) })).body,
    get: async (path) => (await sendRaw(baseUrl, { path, headers })).body,
  };
}

const recordOf = (orderId: string) => `/_sandbox/profiles/${demoKeys.profileCode}/resources/${orderId}`;

const order = (caller: Caller, offer: Offer) =>
  caller.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer));

async function priced(caller: Caller) {
  const { searchId, offers } = await caller.post('/search', AIRPORT_TO_TOWN);
  const { resultId, bookingToken } = offers.find(easy);
  const { pricingToken } = await caller.post('/pricing', { searchId, resultId, bookingToken });
  return { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
}

describe('a sandbox restarted on its store', () => {
  it('keeps its orders, reservations, searches, tokens and pending bookings', async () => {
    const store = temporaryFile();
    const before = await start(store);
    const { offers } = await before.post('/v1/flights/search', FLIGHT_SEARCH);
    const { orderId } = await order(before, offers[0]);
    const orderRecord = await before.get(recordOf(orderId));
    const reservation = (await before.post('/book', await priced(before))).reservations[0];
    const waiting = await priced(before);
    const pending = await priced(before);
    expect((await before.post('/book?scenario=pending', pending)).status).toBe('pending');
    await before.sandbox.close();

    const after = await start(store);
    expect(await after.get(recordOf(orderId))).toEqual(orderRecord);
    expect((await after.get(`/reservations/details?reservationId=${reservation.reservationId}`)).reservations).toEqual([
      reservation,
    ]);
    expect((await after.get(`/v1/flights/offers/${offers[1].gdsprovider}/${offers[1].offerId}`)).offerData).toEqual(
      offers[1],
    );
    expect(await order(after, offers[1])).toMatchObject({ status: 'booked', totalAmount: offers[1].totalAmount });
    expect((await order(after, offers[0])).code).toBe('offer_already_ordered');
    expect((await after.post('/book', waiting)).status).toBe('completed');
    expect((await after.get(`/reservations/details?searchId=${pending.searchId}`)).status).toBe('pending');
    after.clock.advance(30_000);
    expect((await after.get(`/reservations/details?searchId=${pending.searchId}`)).status).toBe('completed');
    await after.sandbox.close();
  });

  it('expires its offers at their time', async () => {
    const store = temporaryFile();
    const before = await start(store);
    const {
      offers: [offer],
    } = await before.post('/v1/flights/search', FLIGHT_SEARCH);
    await before.sandbox.close();
    const after = await start(store);
    after.clock.set(offer.expiresAt);
    expect((await order(after, offer)).code).toBe('offer_expired');
    await after.sandbox.close();
  });

  it('draws new ids with the same seed', async () => {
    const store = temporaryFile();
    const seen = new Set<string>();
    for (let run = 1; run <= 3; run++) {
      const caller = await start(store);
      const { offers } = await caller.post('/v1/flights/search', FLIGHT_SEARCH);
      const { orderId } = await order(caller, offers[0]);
      const booked = await priced(caller);
      const {
        reservations: [reservation],
      } = await caller.post('/book', booked);
      const keys = await caller.sandbox.addProfile();
      for (const id of [
        offers[0].offerId,
        orderId,
        booked.searchId,
        booked.pricingToken,
        reservation.reservationId,
        keys.profileCode,
      ])
        seen.add(id);
      await caller.sandbox.close();
      expect(seen.size).toBe(6 * run);
    }
  });

  it('keeps added profiles', async () => {
    const store = temporaryFile();
    const before = await start(store);
    const keys = await before.sandbox.addProfile({ marginPercent: 50 });
    await before.sandbox.close();
    const { sandbox } = await start(store);
    const { status } = await sendRaw(await sandbox.listen(), {
      path: '/v1/flights/offers/0/x',
      headers: sandbox.headers(keys),
    });
    expect(status).toBe(400);
    await sandbox.close();
  });
});

it('two sandboxes in memory in one process are isolated', async () => {
  const [one, two] = await Promise.all([start(':memory:', 'one'), start(':memory:', 'two')]);
  const {
    offers: [offer],
  } = await one.post('/v1/flights/search', FLIGHT_SEARCH);
  const booked = await priced(one);
  const {
    reservations: [{ reservationId }],
  } = await one.post('/book', booked);
  expect((await order(two, offer)).code).toBe('offer_not_found');
  expect((await two.post('/book', booked)).error.code).toBe('search_not_found');
  expect((await two.get(`/reservations/details?reservationId=${reservationId}`)).code).toBe('reservation_not_found');
  const keys = await one.sandbox.addProfile();
  const { status } = await sendRaw(await two.sandbox.listen(), {
    path: '/reservations/details',
    headers: two.sandbox.headers(keys),
  });
  expect(status).toBe(403);
  await one.sandbox.close();
  expect(await order(two, (await two.post('/v1/flights/search', FLIGHT_SEARCH)).offers[0])).toMatchObject({
    status: 'booked',
  });
  await two.sandbox.close();
});

it('a sandbox cannot use a store in use, and a failed start releases the store', async () => {
  const store = temporaryFile();
  const first = await start(store);
  await expect(createSandbox({ store })).rejects.toThrow(StoreError);
  await first.sandbox.close();
  await first.sandbox.close();
  await (await start(store)).sandbox.close();
});
