import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { useSandbox } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, bookRequest, easy } from '../transfers/transfer-client.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { after, clockedProfile, RIDE_EVENTS } from './clocked-profile.ts';

const server = useSandbox();
const START = '2027-01-12T08:00:00.000Z';
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
  await mine.freeze(START);
});

const SEARCHED = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

describe('the searches of a profile', () => {
  it('are listed with their inputs, their end, and their armed scenarios', async () => {
    const { body } = await server.post('/search', AIRPORT_TO_TOWN, { keys: mine.keys, scenario: 'book:pending' });
    const [search] = await mine.list('searches');
    expect(search).toEqual({
      kind: 'search',
      actions: ['expire'],
      resourceId: body.searchId,
      of: 'transfers',
      status: 'open',
      createdAt: START,
      expiresAt: body.expiresAt,
      request: {
        pickup: AIRPORT_TO_TOWN.pickup,
        dropoff: AIRPORT_TO_TOWN.dropoff,
        mode: 'one_way',
        pickupDateTime: AIRPORT_TO_TOWN.pickupDateTime,
        returnPickupDateTime: null,
        passengers: 2,
        currency: 'EUR',
        supplierName: null,
      },
      reservationId: null,
      armed: 'book:pending',
      timeline: [
        { at: START, what: 'search_made' },
        { at: after(START, 15 * MINUTE), what: 'offers_expired', ahead: true },
        { at: after(START, 30 * MINUTE), what: 'search_forgotten', ahead: true },
      ],
    });
    expect(await mine.resource(body.searchId)).toEqual(search);
  });

  it('the searches include those of flights and changes', async () => {
    await mine.flights.search();
    await mine.advance('PT1M');
    const { reservationId } = await mine.transfers.reserve();
    await mine.advance('PT1M');
    await mine.transfers.pricedChange(reservationId);
    const all = await mine.list('searches');
    expect(all.map((search) => [search.of, search.reservationId])).toEqual([
      ['flights', null],
      ['transfers', null],
      ['change', reservationId],
    ]);
    expect(all[0].request).toEqual({ ...SEARCHED, currency: 'EUR' });
    expect(all[1].timeline.map(({ what }: { what: string }) => what)).toEqual([
      'search_made',
      'pricing_made',
      'pricing_expired',
      'offers_expired',
      'search_forgotten',
    ]);
  });

  it('expire at the end of their offers, and become unknown later', async () => {
    const { searchId } = await mine.transfers.search();
    await mine.freeze(after(START, 15 * MINUTE - 1));
    expect((await mine.resource(searchId)).status).toBe('open');
    await mine.advance('PT0.001S');
    expect(await mine.resource(searchId)).toMatchObject({
      status: 'expired',
      timeline: expect.arrayContaining([{ at: after(START, 15 * MINUTE), what: 'offers_expired' }]),
    });
    await mine.freeze(after(START, 30 * MINUTE - 1));
    expect(await mine.list('searches')).toHaveLength(1);
    await mine.advance('PT0.001S');
    expect(await mine.list('searches')).toEqual([]);
    expect(await mine.list('offers')).toEqual([]);
    expect((await mine.call('get', `resources/${searchId}`)).status).toBe(404);
  });
});

describe('the offers of a profile', () => {
  it('are listed as the search returned them', async () => {
    const offers = await mine.flights.search();
    const listed = await mine.list('offers');
    expect(
      listed.map(({ resourceId, offerId, gdsprovider, totalAmount, expiresAt, status }) => ({
        resourceId,
        offerId,
        gdsprovider,
        totalAmount,
        expiresAt,
        status,
      })),
    ).toEqual(
      offers.map(({ offerId, gdsprovider, totalAmount, expiresAt }) => ({
        resourceId: offerId,
        offerId,
        gdsprovider,
        totalAmount,
        expiresAt,
        status: 'open',
      })),
    );
    expect(await mine.resource(offers[3].offerId)).toEqual(listed[3]);
  });

  it('transfer offers are listed with search, result and token', async () => {
    const search = await mine.transfers.search();
    const listed = await mine.list('offers');
    expect(listed.map(({ resultId, bookingToken, totalAmount }) => ({ resultId, bookingToken, totalAmount }))).toEqual(
      search.offers.map(({ resultId, bookingToken, totalAmount }) => ({ resultId, bookingToken, totalAmount })),
    );
    expect(await mine.resource(`${search.searchId}.${search.offers[1].resultId}`)).toEqual(listed[1]);
  });

  it('offers of a provider that was down are absent', async () => {
    await server.post('/v1/flights/search', SEARCHED, { keys: mine.keys, scenario: 'provider-0-down' });
    expect(new Set((await mine.list('offers')).map(({ gdsprovider }) => gdsprovider))).toEqual(new Set([1]));
  });
});

describe('the orders of a profile', () => {
  it('show their past and future events', async () => {
    const offer = await mine.flights.find(
      ({ holdOptions, expiresAt }) => holdOptions.available && holdOptions.priceGuarantedUntil !== expiresAt,
    );
    const request = { ...flightOrder(offer), type: 'hold', holdId: offer.holdId };
    const { orderId, holdExpiresAt } = (await mine.flights.order(offer, request)).body;
    const { priceGuarantedUntil } = offer.holdOptions;
    expect(await mine.list('orders')).toEqual([
      {
        kind: 'order',
        actions: ['expire'],
        resourceId: orderId,
        status: 'held',
        gdsprovider: 0,
        offerId: offer.offerId,
        totalAmount: offer.totalAmount,
        currency: 'EUR',
        createdAt: START,
        holdExpiresAt,
        priceGuaranteedUntil: priceGuarantedUntil,
        request,
        providerRecord: { request: { data: expect.objectContaining({ type: 'hold' }) }, response: expect.any(Object) },
        timeline: [
          { at: START, what: 'order_made' },
          { at: priceGuarantedUntil, what: 'price_guarantee_ended', ahead: true },
          { at: holdExpiresAt, what: 'hold_expired', ahead: true },
        ],
      },
    ]);
    await mine.advance('P7D');
    expect(await mine.resource(orderId)).toMatchObject({
      status: 'hold_expired',
      timeline: [{}, { what: 'price_guarantee_ended' }, { at: holdExpiresAt, what: 'hold_expired' }],
    });
    expect((await mine.resource(orderId)).timeline.some((moment: { ahead?: true }) => moment.ahead)).toBe(false);
  });

  it('booked orders have no further events, and are listed even if the response was lost', async () => {
    const [offer] = await mine.flights.search();
    const lost = await server.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer), {
      keys: mine.keys,
      scenario: 'server-error-after-commit',
    });
    expect(lost.status).toBe(500);
    expect(await mine.list('orders')).toEqual([
      expect.objectContaining({
        status: 'booked',
        offerId: offer.offerId,
        holdExpiresAt: null,
        timeline: [{ at: START, what: 'order_made' }],
      }),
    ]);
  });
});

describe('the reservations of a profile', () => {
  it('exist after a booking that returned 502, with their future events', async () => {
    const priced = await mine.transfers.priced();
    expect(
      (await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario: '502-after-commit' })).status,
    ).toBe(502);
    const [listed] = await mine.list('reservations');
    expect(listed).toMatchObject({
      status: 'completed',
      state: 'confirmed',
      searchId: priced.search.searchId,
      settlement: null,
      reads: 0,
      errorCode: null,
      request: bookRequest(priced),
    });
    expect(listed.reservation).toEqual(await mine.transfers.readReservation(listed.resourceId));
    expect(listed.timeline.slice(0, 2)).toEqual([
      { at: START, what: 'booking_made' },
      { at: START, what: 'booking_completed' },
    ]);
    expect(listed.timeline.slice(2).every((moment: { ahead?: true }) => moment.ahead)).toBe(true);
    expect(listed.timeline.map(({ what }: { what: string }) => what)).toEqual(expect.arrayContaining(RIDE_EVENTS));
  });

  it('reservations prevented by a 502 before the commit are not listed', async () => {
    const priced = await mine.transfers.priced();
    expect((await server.post('/book', bookRequest(priced), { keys: mine.keys, scenario: '502' })).status).toBe(502);
    expect(await mine.list('reservations')).toEqual([]);
  });

  it('pending reservations show their outcome and its time, and viewing them does not count as a read', async () => {
    await mine.transfers.book(
      await mine.transfers.priced(),
      {},
      { scenario: 'pending-then-failed(reads=3,after=PT5M)' },
    );
    const dueAt = after(START, 5 * MINUTE);
    for (let i = 0; i < 5; i++) {
      expect(await mine.list('reservations')).toEqual([
        expect.objectContaining({
          status: 'pending',
          state: null,
          reservation: null,
          reads: 0,
          settlement: { to: 'failed', dueAt, afterReads: 3, errorCode: 'supplier_rejected' },
          timeline: [
            { at: START, what: 'booking_made' },
            { at: dueAt, what: 'booking_failed', errorCode: 'supplier_rejected', ahead: true },
          ],
        }),
      ]);
    }
    await mine.freeze(dueAt);
    expect(await mine.list('reservations')).toEqual([
      expect.objectContaining({
        status: 'failed',
        errorCode: 'supplier_rejected',
        settlement: null,
        timeline: [
          { at: START, what: 'booking_made' },
          { at: dueAt, what: 'booking_failed', errorCode: 'supplier_rejected' },
        ],
      }),
    ]);
  });

  it('permanently pending reservations have no further events', async () => {
    await mine.transfers.book(await mine.transfers.priced(), {}, { scenario: 'pending-forever' });
    await mine.advance('P30D');
    expect(await mine.list('reservations')).toEqual([
      expect.objectContaining({ status: 'pending', timeline: [{ at: START, what: 'booking_made' }] }),
    ]);
  });

  it('reservations settled by a read show the time', async () => {
    const priced = await mine.transfers.priced();
    await mine.transfers.book(priced, {}, { scenario: 'pending' });
    await mine.advance('PT10S');
    for (let i = 0; i < 2; i++) await mine.transfers.read({ searchId: priced.search.searchId });
    const [listed] = await mine.list('reservations');
    expect(listed).toMatchObject({ status: 'completed', reads: 2 });
    expect(listed.timeline).toContainEqual({ at: after(START, 10_000), what: 'booking_completed' });
  });

  it('changed and cancelled reservations show the cause and the time', async () => {
    const { reservationId } = await mine.transfers.reserve();
    await mine.advance('PT1M');
    const change = (await mine.transfers.confirm(reservationId, await mine.transfers.pricedChange(reservationId)))
      .reservations[0].reservationId;
    await mine.advance('PT1M');
    expect((await server.post('/reservations/cancel', { reservationId: change }, { keys: mine.keys })).status).toBe(
      200,
    );
    await mine.advance('P1D');
    const [original, changed] = await mine.list('reservations');
    expect(original).toMatchObject({ resourceId: reservationId, state: 'changed' });
    expect(original.timeline.at(-1)).toEqual({
      at: after(START, MINUTE),
      what: 'reservation_changed',
      replacedBy: change,
    });
    expect(changed).toMatchObject({ resourceId: change, state: 'cancelled' });
    expect(changed.timeline.slice(0, 2)).toEqual([
      { at: after(START, MINUTE), what: 'booking_made' },
      { at: after(START, MINUTE), what: 'booking_completed', replaces: reservationId },
    ]);
    expect(changed.timeline.at(-1)).toEqual({ at: after(START, 2 * MINUTE), what: 'reservation_cancelled' });
  });

  it('made within two hours before the pickup have vehicle and driver from the start', async () => {
    await mine.freeze('2027-03-15T09:00:00Z');
    await mine.transfers.reserve(easy, {}, { pickupDateTime: '2027-03-15T11:45:00' });
    const [{ timeline }] = await mine.list('reservations');
    expect(timeline).toContainEqual({ at: '2027-03-15T09:00:00.000Z', what: 'driver_assigned' });
  });
});

describe('a list', () => {
  it.each(['searches', 'offers', 'orders', 'reservations'])(
    'the list of %s has pages without gaps and repetitions',
    async (kind) => {
      for (let i = 0; i < 3; i++) {
        await mine.flights.orderWhole((await mine.flights.search())[i]);
        await mine.transfers.reserve();
      }
      const whole = (await mine.call('get', `resources?kind=${kind}&limit=200`)).body;
      expect(whole.next).toBeNull();
      expect(whole.resources.length).toBeGreaterThanOrEqual(3);
      const pages: unknown[] = [];
      let next: string | null = '';
      while (next !== null) {
        const { body } = await mine.call('get', `resources?kind=${kind}&limit=2${next && `&after=${next}`}`);
        pages.push(...body.resources);
        next = body.next;
        expect(body.resources.length).toBe(next === null ? body.resources.length : 2);
      }
      expect(pages).toEqual(whole.resources);
    },
  );

  it.each([
    ['no kind', ''],
    ['an unknown kind', 'kind=profiles'],
    ['a limit of 0', 'kind=orders&limit=0'],
    ['a limit of 201', 'kind=orders&limit=201'],
    ['a limit that is not a number', 'kind=orders&limit=ten'],
    ['an after that no page named', 'kind=orders&after=abc'],
    ['an after of another kind', 'kind=offers&after=1.abc'],
    ['a kind given twice', 'kind=orders&kind=offers'],
    ['an unknown parameter', 'kind=orders&x=1'],
  ])('refuses %s', async (_what, query) => {
    expect((await mine.call('get', `resources?${query}`)).status).toBe(400);
  });

  it('a list and a resource are not visible to other profiles', async () => {
    const other = await clockedProfile(server);
    const search = await mine.transfers.search();
    const [offer] = await mine.flights.search();
    const { orderId } = (await mine.flights.orderWhole(offer)).body;
    const { reservationId } = await mine.transfers.reserve();
    for (const kind of ['searches', 'offers', 'orders', 'reservations']) expect(await other.list(kind)).toEqual([]);
    for (const id of [
      search.searchId,
      offer.offerId,
      `${search.searchId}.${search.offers[0].resultId}`,
      orderId,
      reservationId,
    ]) {
      expect((await mine.call('get', `resources/${id}`)).status).toBe(200);
      expect((await other.call('get', `resources/${id}`)).status).toBe(404);
    }
    expect(
      (await server.get(`/_sandbox/profiles/${mine.keys.profileCode}/resources?kind=orders`, { keys: other.keys }))
        .status,
    ).toBe(403);
  });

  it.each(['nothing', 'off_aaaaaaaaaaaaaaaabbbbbbbb', 'ord_1', '__proto__', '%2e%2e', 'a'.repeat(200)])(
    'does not contain %s',
    async (id) => {
      const response = await mine.call('get', `resources/${id}`);
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    },
  );

  it('refuses a name that is too long', async () => {
    expectRefusal(await mine.call('get', `resources/${'a'.repeat(201)}`), 'invalid_request');
  });
});

describe('a list of resources', () => {
  const ids = async (query: string) =>
    (await mine.call('get', `resources?${query}`)).body.resources.map(
      ({ resourceId }: { resourceId: string }) => resourceId,
    );

  it.each(['searches', 'orders', 'reservations'])(
    'the list of %s has the newest first on request, over its pages',
    async (kind) => {
      for (let i = 0; i < 3; i++) {
        await mine.transfers.reserve();
        await mine.flights.orderWhole(await mine.flights.find(() => true));
        await mine.advance('PT1M');
      }
      const oldestFirst = await ids(`kind=${kind}`);
      expect(oldestFirst.length).toBeGreaterThan(2);
      expect(await ids(`kind=${kind}&order=newest-first`)).toEqual(oldestFirst.toReversed());
      const first = (await mine.call('get', `resources?kind=${kind}&order=newest-first&limit=2`)).body;
      const rest = await ids(`kind=${kind}&order=newest-first&after=${first.next}`);
      expect([...first.resources.map(({ resourceId }: { resourceId: string }) => resourceId), ...rest]).toEqual(
        oldestFirst.toReversed(),
      );
    },
  );

  it('the list of offers starts with those of the newest search', async () => {
    const [older] = await mine.flights.search();
    await mine.advance('PT1M');
    const [newer] = await mine.flights.search();
    const found = await ids('kind=offers&order=newest-first&limit=200');
    expect(found.indexOf(newer?.offerId)).toBeLessThan(found.indexOf(older?.offerId));
  });

  it('the list of reservations is filtered by search, tracking id and status', async () => {
    const priced = await mine.transfers.priced();
    await mine.transfers.book(priced, { partnerTrackingId: 'trip-1' });
    const other = await mine.transfers.priced();
    await server.post('/book', bookRequest(other), { keys: mine.keys, scenario: 'pending-forever' });
    const [one, two] = await ids('kind=reservations');
    expect(await ids(`kind=reservations&searchId=${priced.search.searchId}`)).toEqual([one]);
    expect(await ids('kind=reservations&partnerTrackingId=trip-1')).toEqual([one]);
    expect(await ids('kind=reservations&status=pending')).toEqual([two]);
    expect(await ids(`kind=reservations&status=pending&searchId=${priced.search.searchId}`)).toEqual([]);
  });

  it('a list of each kind is searched for a text, case-insensitively, page by page', async () => {
    const priced = await mine.transfers.priced();
    const booked = await mine.transfers.book(priced, { partnerTrackingId: 'Trip-ÄÖ-100%' });
    const [confirmation] = booked.status === 'completed' ? booked.reservations : [];
    for (let i = 0; i < 230; i++) await mine.transfers.search();
    const [booking] = await ids('kind=reservations');
    for (const text of [
      'trip-äö-100%',
      confirmation?.confirmationNumber?.toLowerCase() ?? '',
      priced.search.searchId.slice(4, 20),
      priced.pricing.pricingToken,
      'BYRON',
      'completed',
    ])
      expect(await ids(`kind=reservations&contains=${encodeURIComponent(text)}`), text).toEqual([booking]);
    expect(await ids('kind=reservations&contains=100_')).toEqual([]);
    const { body } = await mine.call('get', 'resources?kind=searches&contains=alcal%C3%A1&limit=200');
    const rest = await ids(`kind=searches&contains=alcal%C3%A1&limit=200&after=${body.next}`);
    expect([body.resources.length, rest.length]).toEqual([200, 31]);
    expect(await ids(`kind=searches&contains=${priced.search.searchId}`)).toEqual([priced.search.searchId]);
  });

  it('the list of orders is searched by passenger, offer and provider response', async () => {
    const [offer] = await mine.flights.search();
    const { body } = await mine.flights.orderWhole(offer);
    expect(await ids(`kind=orders&contains=${body.orderId}`)).toEqual([body.orderId]);
    expect(await ids(`kind=orders&contains=${offer.offerId}`)).toEqual([body.orderId]);
    expect(await ids('kind=orders&contains=nobody')).toEqual([]);
  });

  it('does not search the keys of random streams', async () => {
    await mine.flights.search();
    const file = (await mine.call('get', 'export')).body as { searches: { seed: string; origin: string }[] };
    const [{ seed, origin } = { seed: '', origin: '{}' }] = file.searches;
    const { world = '' } = JSON.parse(origin) as { world?: string };
    for (const key of [seed, world]) {
      expect(key.length).toBeGreaterThan(10);
      expect(await ids(`kind=searches&contains=${encodeURIComponent(key)}`)).toEqual([]);
    }
  });

  it.each([
    ['kind=offers&contains=EUR', 'not_combinable'],
    ['kind=searches&contains=', 'invalid_request'],
    ['kind=orders&status=pending', 'not_combinable'],
    ['kind=reservations&status=lost', 'invalid_request'],
    ['kind=orders&order=random', 'invalid_request'],
  ])('refuses %s with %s', async (query, code) => {
    expect((await mine.call('get', `resources?${query}`)).body.code).toBe(code);
  });
});

it('a reservation counts its active twins by search and tracking id, also on other pages', async () => {
  const again = { partnerTrackingId: 'one-trip' };
  const first = await mine.transfers.reserve(undefined, again);
  const second = await mine.transfers.reserve(undefined, again);
  const third = await mine.transfers.reserve();
  const twins = async () =>
    Object.fromEntries(
      (await mine.list('reservations')).map((one) => [one['resourceId'], one['activeTwins']] as const),
    );
  expect(await twins()).toEqual({
    [first.reservationId]: 1,
    [second.reservationId]: 1,
    [third.reservationId]: 0,
  });
  expect(await mine.resource(second.reservationId)).toMatchObject({ activeTwins: 1 });
  expect(await mine.list('reservations&limit=1')).toMatchObject([{ activeTwins: 1 }]);
  await mine.call('post', `resources/${first.reservationId}/actions`, { action: 'cancel' });
  expect(await twins()).toMatchObject({ [first.reservationId]: 0, [second.reservationId]: 0 });
});
