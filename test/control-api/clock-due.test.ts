import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, errorOf, expectFailed, pricingRequest } from '../transfers/transfer-client.ts';
import type { ClockedProfile } from './clocked-profile.ts';
import { after, clockedProfile } from './clocked-profile.ts';

const server = useSandbox();
const START = '2027-01-12T08:00:00.000Z';
let mine: ClockedProfile;
beforeEach(async () => {
  mine = await clockedProfile(server);
  await mine.freeze(START);
});

const whats = (body: ControlSchema['TurnedClock']) => body.due.map(({ at, what }) => `${at.slice(0, 23)}Z ${what}`);
const post = (path: string, body: object, scenario?: string) =>
  server.post(path, body, { keys: mine.keys, ...(scenario && { scenario }) });
const get = (path: string, query: Record<string, string>) => server.get(path, { keys: mine.keys, query });

/** Looks a millisecond before an instant, at it, and a millisecond after; returns what it saw, and what fell due. */
async function around<T>(instant: string, look: () => Promise<T>): Promise<{ seen: T[]; due: string[][] }> {
  const [seen, due]: [T[], string[][]] = [[], []];
  for (const ms of [-1, 0, 1]) {
    due.push(whats((await mine.freeze(after(instant, ms))).body));
    seen.push(await look());
  }
  return { seen, due };
}

/** An event is absent before its instant, and stays from then on. */
const from = <T>(before: T, then: T) => [before, then, then];

describe('exactly at its instant, and not a millisecond before', () => {
  it('an offer of flights expires', async () => {
    const [offer] = await mine.flights.search();
    const read = async () =>
      (await get(`/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`, {})).body.code ?? 'offer';
    const { seen, due } = await around(offer.expiresAt, read);
    expect(seen).toEqual(from('offer', 'offer_expired'));
    expect(due).toEqual([[], [`${offer.expiresAt} offers_expired`], []]);
    expectRefusal(await mine.flights.orderWhole(offer), 'offer_expired');
  });

  it('an offer of flights can be ordered in its last millisecond', async () => {
    const [offer] = await mine.flights.search();
    await mine.freeze(after(offer.expiresAt, -1));
    expect((await mine.flights.orderWhole(offer)).body).toMatchObject({ createdAt: after(offer.expiresAt, -1) });
  });

  it('a search becomes unknown', async () => {
    const [offer] = await mine.flights.search();
    const forgotten = after(START, 2 * 20 * MINUTE);
    const read = async () => (await get(`/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`, {})).body.code;
    const { seen, due } = await around(forgotten, read);
    expect(seen).toEqual(from('offer_expired', 'offer_not_found'));
    expect(due).toEqual([[`${offer.expiresAt} offers_expired`], [`${forgotten} search_forgotten`], []]);
  });

  it('a bookingToken stops working', async () => {
    const search = await mine.transfers.search();
    const { seen } = await around(
      search.expiresAt,
      async () => (await post('/pricing', pricingRequest(search, search.offers[0]))).body.code ?? 'priced',
    );
    expect(seen).toEqual(from('priced', 'token_expired'));
  });

  it('a pricingToken stops working', async () => {
    const { search, offer, pricing } = await mine.transfers.priced();
    const tokens = [pricing, await mine.transfers.price(search, offer), await mine.transfers.price(search, offer)];
    const { seen, due } = await around(search.expiresAt, async () => {
      const response = await mine.transfers.book({ search, offer, pricing: present(tokens.shift(), 'token') });
      return errorOf(response)?.code ?? response.status;
    });
    expect(seen).toEqual(from('completed', 'token_expired'));
    expect(due).toEqual([
      [],
      ['offers_expired', 'pricing_expired', 'pricing_expired', 'pricing_expired'].map(
        (what) => `${search.expiresAt} ${what}`,
      ),
      [],
    ]);
  });

  it('a hold and its price guarantee end', async () => {
    const held = (offer: Offer) =>
      offer.holdOptions.available &&
      offer.holdOptions.priceGuarantedUntil !== offer.expiresAt &&
      offer.holdOptions.priceGuarantedUntil !== offer.holdOptions.paymentRequiredBy;
    const offer = await mine.flights.find(held);
    const { orderId, holdExpiresAt, holdPriceGuaranteed } = (
      await mine.flights.order(offer, { ...flightOrder(offer), type: 'hold', holdId: offer.holdId })
    ).body;
    const guaranteedUntil = present(offer.holdOptions.priceGuarantedUntil, 'guarantee');
    expect(holdPriceGuaranteed).toBe(false);
    const status = async () => (await mine.resource(orderId)).status;
    const guarantee = await around(guaranteedUntil, status);
    expect(guarantee.seen).toEqual(['held', 'held', 'held']);
    expect(guarantee.due.slice(1)).toEqual([[`${guaranteedUntil} price_guarantee_ended`], []]);
    const hold = await around(holdExpiresAt, status);
    expect(hold.seen).toEqual(from('held', 'hold_expired'));
    expect(hold.due).toEqual([[], [`${holdExpiresAt} hold_expired`], []]);
  });

  it.each(['completed', 'failed'] as const)('a pending booking settles to %s', async (to) => {
    const priced = await mine.transfers.priced();
    await mine.transfers.book(
      priced,
      {},
      { scenario: to === 'completed' ? 'pending(reads=99,after=PT30S)' : 'pending-then-failed(reads=99,after=PT30S)' },
    );
    const due = after(START, 30_000);
    const read = async () => (await mine.transfers.read({ searchId: priced.search.searchId })).status;
    const settled = await around(due, read);
    expect(settled.seen).toEqual(from('pending', to));
    expect(settled.due).toEqual([[], [`${due} booking_${to}`], []]);
  });

  it('a hidden booking is found', async () => {
    const priced = await mine.transfers.priced();
    expect((await post('/book', bookRequest(priced), '502-late(reads=99,after=PT30S)')).status).toBe(502);
    const due = after(START, 30_000);
    const found = await around(
      due,
      async () => (await get('/reservations/details', { searchId: priced.search.searchId })).status,
    );
    expect(found.seen).toEqual(from(400, 200));
    expect(found.due).toEqual([[], [`${due} booking_completed`], []]);
  });

  it('vehicle and driver are assigned', async () => {
    const { reservationId, pickupDateTime } = await mine.transfers.reserve();
    const read = async () => {
      const { driver, vehicle } = (await get('/reservations/driver-vehicle', { reservationId })).body;
      return [vehicle !== null, driver !== null];
    };
    const [vehicleAt, driverAt] = [after(pickupDateTime, -24 * HOUR), after(pickupDateTime, -2 * HOUR)];
    const vehicle = await around(vehicleAt, read);
    expect(vehicle.seen).toEqual(from([false, false], [true, false]));
    expect(vehicle.due[1]).toContain(`${vehicleAt} vehicle_assigned`);
    const driver = await around(driverAt, read);
    expect(driver.seen).toEqual(from([true, false], [true, true]));
    expect(driver.due[1]).toEqual([`${driverAt} driver_assigned`]);
  });

  it('a refund is lower', async () => {
    const {
      cancellation: { tiers },
      pickupDateTime,
      reservationId,
    } = await mine.transfers.reserve(
      ({ cancellation, ...offer }) =>
        cancellation.cancellable && !offer.flightInfoRequired && !offer.extraPassengersRequired,
    );
    const [first] = tiers;
    const lowered = after(pickupDateTime, -first.noticeHours * HOUR + 1);
    await mine.freeze(after(lowered, -1));
    const { due } = (await mine.freeze(lowered)).body;
    expect(due).toContainEqual({
      at: lowered,
      what: 'refund_lowered',
      kind: 'reservation',
      resourceId: reservationId,
      refundPercent: tiers[1]?.refundPercent ?? 0,
    });
    expect((await post('/reservations/cancel', { reservationId })).body.refundPercent).toBe(
      tiers[1]?.refundPercent ?? 0,
    );
  });

  it('a pickup has passed', async () => {
    const { reservationId, pickupDateTime } = await mine.transfers.reserve();
    const pickupAt = after(pickupDateTime, 0);
    const { seen, due } = await around(
      pickupAt,
      async () =>
        (await post('/reservations/changes/search', { reservationId, pickupDateTime: '2027-04-15T13:00:00' })).status,
    );
    expect(seen).toEqual(from(200, 400));
    expect(due[1]).toEqual([`${pickupAt} pickup_passed`]);
  });
});

describe('an advance', () => {
  it('returns after all due events, and lists them in time order', async () => {
    const offer = await mine.flights.find(({ holdOptions }) => holdOptions.available);
    const { orderId, holdExpiresAt } = (
      await mine.flights.order(offer, { ...flightOrder(offer), type: 'hold', holdId: offer.holdId })
    ).body;
    const priced = await mine.transfers.priced();
    await mine.transfers.book(priced, {}, { scenario: 'pending(reads=99,after=PT30S)' });
    const { body } = await mine.advance('P90D');
    const times = body.due.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    expect(body.dueTotal).toBe(body.due.length);
    const [pending] = await mine.list('reservations');
    const { pickupDateTime } = pending.reservation;
    expect(body.due).toEqual(
      expect.arrayContaining([
        { at: after(START, 30_000), what: 'booking_completed', kind: 'reservation', resourceId: pending.resourceId },
        {
          at: priced.search.expiresAt,
          what: 'pricing_expired',
          kind: 'search',
          resourceId: priced.search.searchId,
          pricingToken: priced.pricing.pricingToken,
        },
        { at: offer.expiresAt, what: 'offers_expired', kind: 'search', resourceId: offer.offerId.slice(4, 20) },
        { at: holdExpiresAt, what: 'hold_expired', kind: 'order', resourceId: orderId },
        {
          at: after(pickupDateTime, -2 * HOUR),
          what: 'driver_assigned',
          kind: 'reservation',
          resourceId: pending.resourceId,
        },
      ]),
    );
    expect(pending).toMatchObject({ status: 'completed', state: 'confirmed', reads: 0 });
    expect(pending.timeline).toContainEqual({ at: after(START, 30_000), what: 'booking_completed' });
    expect((await mine.advance('PT0S')).body.due).toEqual([]);
    expect((await mine.advance('P1D')).body.due).toEqual([]);
  });

  it('settles two changes of one reservation in the order of their due times, regardless of calls', async () => {
    const { reservationId } = await mine.transfers.reserve();
    const [slow, fast] = [
      await mine.transfers.pricedChange(reservationId),
      await mine.transfers.pricedChange(reservationId),
    ];
    await mine.transfers.confirm(reservationId, slow, {}, { scenario: 'pending(reads=99,after=PT2M)' });
    await mine.transfers.confirm(reservationId, fast, {}, { scenario: 'pending(reads=99,after=PT1M)' });
    const { due } = (await mine.advance('PT5M')).body;
    const [, first, second] = await mine.list('reservations').then((all) => [all[0], all[2], all[1]]);
    expect(due.slice(0, 3)).toEqual([
      {
        at: after(START, MINUTE),
        what: 'booking_completed',
        kind: 'reservation',
        resourceId: first.resourceId,
        replaces: reservationId,
      },
      {
        at: after(START, MINUTE),
        what: 'reservation_changed',
        kind: 'reservation',
        resourceId: reservationId,
        replacedBy: first.resourceId,
      },
      {
        at: after(START, 2 * MINUTE),
        what: 'booking_failed',
        kind: 'reservation',
        resourceId: second.resourceId,
        errorCode: 'reservation_not_changeable',
      },
    ]);
    expect(await mine.transfers.readReservation(reservationId)).toMatchObject({
      state: 'changed',
      replacedBy: first.resourceId,
    });
  });

  it('settles in the same order if reads do not wait for the advance', async () => {
    const other = await clockedProfile(server);
    const { reservationId } = await other.transfers.reserve();
    const [slow, fast] = [
      await other.transfers.pricedChange(reservationId),
      await other.transfers.pricedChange(reservationId),
    ];
    await other.transfers.confirm(reservationId, slow, {}, { scenario: 'pending(reads=99,after=PT2M)' });
    await other.transfers.confirm(reservationId, fast, {}, { scenario: 'pending(reads=99,after=PT1M)' });
    server.clock.advance(5 * MINUTE);
    expect(errorOf(await other.transfers.read({ searchId: slow.search.searchId }))?.code).toBe(
      'reservation_not_changeable',
    );
    expect((await other.transfers.read({ searchId: fast.search.searchId })).status).toBe('completed');
    const settled = (await other.list('reservations')).map(
      ({ timeline }) => timeline.find(({ what }: { what: string }) => /^booking_(completed|failed)$/.test(what)).at,
    );
    expect(settled.slice(1)).toEqual(
      [2, 1].map((minutes) => after(new Date(server.clock.now()).toISOString(), (minutes - 5) * MINUTE)),
    );
  });

  it('lists no events of a ride that was cancelled before', async () => {
    const { reservationId } = await mine.transfers.reserve();
    await mine.advance('P1D');
    expect((await post('/reservations/cancel', { reservationId })).status).toBe(200);
    const { due } = (await mine.advance('P90D')).body;
    expect(due.filter(({ resourceId }: { resourceId: string }) => resourceId === reservationId)).toEqual([]);
  });

  it('is atomic for concurrent bookings', async () => {
    const priced = await Promise.all(Array.from({ length: 8 }, () => mine.transfers.priced()));
    const [responses, advanced] = await Promise.all([
      Promise.all(priced.map((one) => mine.transfers.book(one))),
      mine.advance('PT15M'),
    ]);
    const instants = responses.map((response) => response.reservations[0]?.createdAt ?? errorOf(response)?.code);
    expect(instants.every((instant) => [START, 'token_expired'].includes(instant))).toBe(true);
    expect(advanced.body.now).toBe(after(START, 15 * MINUTE));
    for (const one of priced)
      expectFailed(
        await post('/book', { ...bookRequest(one), specialInstructions: 'later' }),
        responses[priced.indexOf(one)].status === 'completed' ? 'pricing_already_used' : 'token_expired',
      );
  });
});
