import { expect, it } from 'vitest';
import { Ids } from '../../src/base/ids.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { FlightProvider } from '../../src/flights/flight-provider.ts';
import { OrderRefused, ProviderFailure } from '../../src/flights/flight-provider.ts';
import { newFlightSearch } from '../../src/flights/flight-search.ts';
import type { Flights } from '../../src/flights/flights.ts';
import { createFlightOrder } from '../../src/flights/orders/create-order.ts';
import { offersOf } from '../../src/flights/provider-offers.ts';
import { findPlace, hasTimeZone, localDate, localTime } from '../../src/mock-providers/world/places.ts';
import type { RequestContext } from '../../src/request-context.ts';
import type { Effects } from '../../src/scenarios/effects.ts';
import type { OrderRecord } from '../../src/store/orders.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { profile } from '../store/records.ts';
import { NOW, trackedOffer } from '../support/tracked-offer.ts';
import { SETTINGS } from './search-fixture.ts';

/** One offer of gdsprovider 1 that has just been searched, at a provider that books as `book` says. */
async function searched(book: FlightProvider['book'], effects: Effects = {}) {
  const { source } = trackedOffer({ gdsprovider: 1, types: ['adult', 'adult'] });
  const provider: FlightProvider = { gdsprovider: 1, search: () => Promise.resolve([source]), book };
  const store = await openStore(':memory:');
  await store.profiles.add(...profile({ code: 'dp_000000000000' }));
  const call: RequestContext = {
    profile: { code: 'dp_000000000000', name: 'test', marginPercent: 5, createdAt: NOW, clock: null, armed: null },
    now: NOW,
    effects,
    act: () => undefined,
    armed: null,
    ids: new Ids('test'),
  };
  const settings = SETTINGS;
  const flights = {
    providers: [provider],
    searches: store.searches,
    orders: store.orders,
    places: { find: findPlace, localDate, localTime, hasTimeZone },
    world: 'tests',
    settings,
  } as unknown as Flights;
  const search = newFlightSearch(flights, call, { slices: [], passengers: [], cabin_class: 'economy' });
  await store.searches.add(search);
  const [tracked] = await offersOf(provider, search);
  const offer = tracked.offer;
  const order = () => createFlightOrder(flights, call, 1, offer.offerId, flightOrder(offer));
  const kept = (): Promise<OrderRecord | undefined> => store.orders.findByOffer(call.profile.code, offer.offerId);
  return { order, kept };
}

it('an order stores the request to its provider and the response', async () => {
  const { order, kept } = await searched((tracked, request, holder, { now }) => ({
    request: { offer: tracked.source.nativeOfferId, passengers: request.passengers.length, holder, now },
    response: { pnr: 'ABC123' },
  }));
  const response = await order();
  expect(await kept()).toMatchObject({
    orderId: response.orderId,
    answer: response,
    providerRecord: {
      request: {
        offer: 'native',
        passengers: 2,
        holder: { email: 'ada@example.com', phone: '+442071838750', countryCode: 'GB' },
        now: NOW,
      },
      response: { pnr: 'ABC123' },
    },
  });
});

it('an order that the provider refuses is not stored and does not claim the offer', async () => {
  let down = true;
  const { order, kept } = await searched(() => {
    if (down) throw new ProviderFailure('no seats');
    return { request: {}, response: {} };
  });
  await expect(order()).rejects.toMatchObject({ code: 'order_refused', status: 400 });
  expect(await kept()).toBeUndefined();
  down = false;
  expect((await order()).status).toBe('booked');
});

it.each([
  ['price_changed', []],
  ['hold_not_available', [{ path: '/type' }]],
] as const)('an order that the provider refuses as %s says so', async (reason, details) => {
  const { order, kept } = await searched(() => {
    throw new OrderRefused(reason, 'in its own words');
  });
  await expect(order()).rejects.toMatchObject({ code: reason, status: 400, details });
  expect(await kept()).toBeUndefined();
});

it('an order applies the effect of its call to its provider', async () => {
  const book: FlightProvider['book'] = (_tracked, _request, _holder, situation) => ({
    request: situation,
    response: {},
  });
  const { order, kept } = await searched(book, { gds: { 0: { order: 'refused' }, 1: { hold: 'unavailable' } } });
  await order();
  expect((await kept())?.providerRecord).toEqual({
    request: { now: NOW, effect: { hold: 'unavailable' } },
    response: {},
  });
});

it('a defect of a provider is not reported as a refusal', async () => {
  const { order } = await searched(() => {
    throw new TypeError('a defect');
  });
  await expect(order()).rejects.toThrow(TypeError);
});
