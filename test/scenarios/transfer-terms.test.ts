import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/base/clock.ts';
import type { Reservation, TransferOffer } from '../../src/interface/api.ts';
import { bookingOperations } from '../../src/scenarios/operations.ts';
import { stateClient } from '../control-api/state-client.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  changeRequest,
  easy,
  expectFailed,
  FLIGHT,
  pricingRequest,
  transferClient,
} from '../transfers/transfer-client.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const transfers = transferClient(sandbox);

/** The offers of a search under a scenario, of a change search where a reservation is given. */
async function searchUnder(scenario: string | undefined, reservationId?: string) {
  const { body } =
    reservationId === undefined
      ? await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario })
      : await sandbox.post(
          '/reservations/changes/search',
          { reservationId, pickupDateTime: '2027-03-15T13:00:00' },
          { scenario },
        );
  const price = async (offer: TransferOffer) => ({ search: body, offer, pricing: await transfers.price(body, offer) });
  return { offers: body.offers as TransferOffer[], price };
}

const COMPANY = { extraPassengers: [{ firstName: 'Charles', lastName: 'Babbage' }] };

const FLIGHT_INFO = ['flight-info-required', 'flightInfoRequired', 'flight_info_required', COMPANY] as const;
const NAMES = [
  'passenger-names-required',
  'extraPassengersRequired',
  'extra_passengers_required',
  { flight: FLIGHT },
] as const;

it('flight-info-required: every offer asks for it; only a booking with it completes', () =>
  asksInBookings(...FLIGHT_INFO));

it('flight-info-required: a change asks for it too, and offers of other searches are unchanged', () =>
  asksInChanges(...FLIGHT_INFO));

it('passenger-names-required: every offer asks for them; only a booking with them completes', () =>
  asksInBookings(...NAMES));

it('passenger-names-required: a change asks for them too, and offers of other searches are unchanged', () =>
  asksInChanges(...NAMES));

type Term = typeof FLIGHT_INFO | typeof NAMES;

async function asksInBookings(...[scenario, flag, code, without]: Term): Promise<void> {
  const { offers, price } = await searchUnder(scenario);
  expect(offers.map((offer) => offer[flag])).toEqual(offers.map(() => true));
  const priced = await price(offers[0]);
  expectFailed(await sandbox.post('/book', bookRequest(priced, without)), code);
  const complete = bookRequest(priced, { ...COMPANY, flight: FLIGHT });
  expect((await sandbox.post('/book', complete)).body.status).toBe('completed');
}

async function asksInChanges(...[scenario, flag, code, without]: Term): Promise<void> {
  const { reservationId } = await transfers.reserve();
  const { offers, price } = await searchUnder(scenario, reservationId);
  expect(offers.every((offer) => offer[flag])).toBe(true);
  const change = changeRequest(reservationId, await price(offers[0]), without);
  expectFailed(await sandbox.post('/reservations/changes', change), code);
  expect((await searchUnder(undefined)).offers.some((offer) => !offer[flag])).toBe(true);
}

describe('not-amendable', () => {
  it('not-amendable: no offer of a search is amendable, and its reservation cannot be changed', async () => {
    const { offers, price } = await searchUnder('not-amendable');
    expect(offers.map(({ cancellation }) => cancellation.amendable)).toEqual(offers.map(() => false));
    const { reservations } = await transfers.book(await price(offers[0]), { ...COMPANY, flight: FLIGHT });
    expect(reservations[0].cancellation.amendable).toBe(false);
    const { reservationId } = reservations[0];
    expectRefusal(
      await sandbox.post('/reservations/changes/search', { reservationId, passengers: 1 }),
      'reservation_not_changeable',
    );
    expect((await searchUnder(undefined)).offers.some(({ cancellation }) => cancellation.amendable)).toBe(true);
  });

  it('not-amendable: the change of an amendable reservation is refused, and succeeds afterwards', async () => {
    const { reservationId } = await transfers.reserve();
    expectRefusal(
      await sandbox.post(
        '/reservations/changes/search',
        { reservationId, passengers: 1 },
        { scenario: 'not-amendable' },
      ),
      'reservation_not_changeable',
    );
    const change = changeRequest(reservationId, await transfers.pricedChange(reservationId));
    expectFailed(
      await sandbox.post('/reservations/changes', change, { scenario: 'not-amendable' }),
      'reservation_not_changeable',
    );
    expect((await transfers.readReservation(reservationId)).state).toBe('confirmed');
    expect((await sandbox.post('/reservations/changes', change)).body.status).toBe('completed');
  });
});

describe('price-differs', () => {
  it.each([
    ['price-differs', 1.1],
    ['price-differs(percent=25)', 1.25],
    ['price-differs(percent=50,direction=lower)', 0.5],
    ['price-differs(percent=0)', 1],
  ])('price-differs: %s changes the price at pricing, and the reservation has that one', async (scenario, factor) => {
    const { search, offer } = await transfers.priced();
    const { body: pricing } = await sandbox.post('/pricing', pricingRequest(search, offer), { scenario });
    expect(pricing.baseAmount).toBe(Math.round(offer.totalAmount * factor * 100) / 100);
    const { reservations } = await transfers.book({ search, offer, pricing });
    expect(reservations[0].totalAmount).toBe(pricing.totalAmount);
    expect((await transfers.price(search, offer)).baseAmount).toBe(offer.totalAmount);
  });

  it('price-differs: an impossible percentage is refused', async () => {
    const { search, offer } = await transfers.priced();
    const { body } = await sandbox.post('/pricing', pricingRequest(search, offer), {
      scenario: 'price-differs(percent=100)',
    });
    expect([body.code, body.message]).toEqual([
      'invalid_scenario',
      ['"price-differs" has percent="100"; give an integer from 0 to 99'],
    ]);
  });
});

describe('two-reservations', () => {
  const scenario = 'two-reservations';
  const amountOf = (reservations: Reservation[]) =>
    Math.round(reservations.reduce((sum, { totalAmount }) => sum + totalAmount, 0) * 100) / 100;

  it('two-reservations: a booking, a resend and a read return two that share the price', async () => {
    const priced = await transfers.priced();
    const { body } = await sandbox.post('/book', bookRequest(priced), { scenario });
    expect(body).toMatchObject({ status: 'completed', completed: true });
    const [one, other] = body.reservations;
    expect(body.reservations).toHaveLength(2);
    expect(new Set([one.reservationId, other.reservationId]).size).toBe(2);
    expect(new Set([one.confirmationNumber, other.confirmationNumber]).size).toBe(2);
    expect(amountOf(body.reservations)).toBe(priced.pricing.totalAmount);
    expect((await sandbox.post('/book', bookRequest(priced))).body.reservations).toEqual(body.reservations);
    const read = await transfers.read({ searchId: priced.search.searchId });
    expect(read.reservations.toSorted(byId)).toEqual(body.reservations.toSorted(byId));
  });

  it('two-reservations: each can be read and cancelled separately', async () => {
    const { body } = await sandbox.post('/book', bookRequest(await transfers.priced()), { scenario });
    const [one, other] = body.reservations;
    expect((await sandbox.post('/reservations/cancel', { reservationId: one.reservationId })).status).toBe(200);
    expect(await transfers.readReservation(other.reservationId)).toEqual(other);
    expect((await transfers.readReservation(one.reservationId)).state).toBe('cancelled');
  });

  it('two-reservations: many concurrent resends make two, and the state of the profile has them', async () => {
    const priced = await transfers.priced();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => sandbox.post('/book', bookRequest(priced), { scenario })),
    );
    const ids = responses.flatMap(({ body }) => body.reservations.map((each: Reservation) => each.reservationId));
    expect(new Set(ids).size).toBe(2);
    const state = stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys);
    expect((await state.import(await state.export())).status).toBe(200);
    expect((await sandbox.post('/book', bookRequest(priced))).body.reservations).toHaveLength(2);
  });
});

it.each(['new reservation', 'change'])(
  'long-tokens: the tokens for a %s have 200 characters, survive an import, and are refused if cut at 64',
  async (kind) => {
    const { reservationId } = kind === 'change' ? await transfers.reserve() : {};
    const { offers, price } = await searchUnder('long-tokens', reservationId);
    const offer = present(offers.find(easy));
    const { search, pricing } = await price(offer);
    const tokens = [...offers.map(({ bookingToken }) => bookingToken), pricing.pricingToken];
    expect(new Set(tokens.map((token) => token.length))).toEqual(new Set([200]));
    expect(new Set(tokens.map((token) => token.slice(0, 64))).size).toBe(tokens.length);
    const state = stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys);
    expect((await state.import(await state.export())).status).toBe(200);
    const cut = (token: string) => token.slice(0, 64);
    const short = { ...offer, bookingToken: cut(offer.bookingToken) };
    expectRefusal(await sandbox.post('/pricing', pricingRequest(search, short)), 'booking_token_invalid');
    expect((await transfers.price(search, offer)).pricingToken).toHaveLength(200);
    const book = (given: typeof pricing) =>
      reservationId === undefined
        ? sandbox.post('/book', bookRequest({ search, offer, pricing: given }))
        : sandbox.post('/reservations/changes', changeRequest(reservationId, { search, offer, pricing: given }));
    expectFailed(await book({ ...pricing, pricingToken: cut(pricing.pricingToken) }), 'pricing_token_invalid');
    expect((await book(pricing)).body).toMatchObject({ status: 'completed' });
    expect((await searchUnder(undefined)).offers[0]?.bookingToken).toHaveLength(39);
  },
);

const byId = (a: Reservation, b: Reservation) => (a.reservationId < b.reservationId ? -1 : 1);

it('cancel-refused: the cancellation is refused, the reservation stays, and can be cancelled without it', () =>
  refusesCancellation('cancel-refused'));

it('cancel-too-late: the cancellation is refused, the reservation stays, and can be cancelled without it', () =>
  refusesCancellation('cancel-too-late'));

async function refusesCancellation(scenario: string): Promise<void> {
  const { reservationId } = await transfers.reserve();
  const cancel = (under?: string) => sandbox.post('/reservations/cancel', { reservationId }, { scenario: under });
  expectRefusal(await cancel(scenario), 'reservation_not_cancellable', '/reservationId');
  expect((await transfers.readReservation(reservationId)).state).toBe('confirmed');
  expect((await cancel()).body.state).toBe('cancelled');
  expectRefusal(await cancel(scenario), 'reservation_already_cancelled');
}

it('cancel-without-refund: the reservation is cancelled without a refund', async () => {
  const { reservationId } = await transfers.reserve(({ cancellation }) => cancellation.tiers.length > 0, {
    ...COMPANY,
    flight: FLIGHT,
  });
  const { body } = await sandbox.post('/reservations/cancel', { reservationId }, { scenario: 'cancel-without-refund' });
  expect(body).toMatchObject({ state: 'cancelled', refundPercent: 0, refundAmount: 0 });
  expect((await transfers.readReservation(reservationId)).state).toBe('cancelled');
});

describe('the ride', () => {
  /** A reservation whose clock stands so many milliseconds before its pickup. */
  async function rideAt(beforePickupMs: number, armed?: string): Promise<Reservation> {
    const local = useOwnClock(beforePickupMs);
    const { body } = await sandbox.post(
      '/book',
      bookRequest(await transfers.priced(undefined, { pickupDateTime: local })),
      { scenario: armed },
    );
    const reservation = body.reservations[0] as Reservation;
    sandbox.clock.set(Date.parse(reservation.pickupDateTime) - beforePickupMs);
    return reservation;
  }

  /** A pickup that lies far enough ahead of the clock. */
  function useOwnClock(beforePickupMs: number): string {
    return new Date(sandbox.clock.now() + beforePickupMs + 6 * HOUR).toISOString().slice(0, 19);
  }

  const get = async (path: string, { reservationId }: Reservation, scenario?: string) =>
    (await sandbox.get(path, { query: { reservationId }, scenario })).body;
  const DRIVER = '/reservations/driver-vehicle';
  const TRACKING = '/reservations/tracking';

  it('driver-replaced: another driver and vehicle are assigned, the same each time', async () => {
    const reservation = await rideAt(HOUR);
    const usual = await get(DRIVER, reservation);
    const replaced = await get(DRIVER, reservation, 'driver-replaced');
    expect(replaced.driver.name).not.toBe(usual.driver.name);
    expect(replaced.driver.phoneNumber).not.toBe(usual.driver.phoneNumber);
    expect(replaced.vehicle.licensePlate).not.toBe(usual.vehicle.licensePlate);
    expect(await get(DRIVER, reservation, 'driver-replaced')).toEqual(replaced);
    expect(await get(DRIVER, reservation)).toEqual(usual);
  });

  it('driver-replaced: the driver changes between two reads if the booking arms it', async () => {
    const reservation = await rideAt(HOUR, 'completed; driver:none; driver:driver-replaced(calls=2)');
    const names = [];
    for (let i = 0; i < 3; i++) names.push((await get(DRIVER, reservation)).driver.name);
    expect(names[1]).not.toBe(names[0]);
    expect(names[2]).toBe(names[1]);
  });

  it('driver-replaced: nothing is assigned early', async () => {
    expect(await get(DRIVER, await rideAt(48 * HOUR), 'driver-replaced')).toMatchObject({
      driver: null,
      vehicle: null,
    });
  });

  it('no-show: the vehicle arrives and never departs', async () => {
    const reservation = await rideAt(0);
    sandbox.clock.set(Date.parse(reservation.pickupDateTime) + 3 * HOUR);
    const usual = await get(TRACKING, reservation);
    expect(usual.status).toBe('completed');
    const { status, events, location } = await get(TRACKING, reservation, 'no-show');
    expect([status, events]).toEqual(['arrived', usual.events.slice(0, 2)]);
    expect(location).toMatchObject({ latitude: reservation.pickup.latitude, longitude: reservation.pickup.longitude });
  });

  it('tracking-lost: after the departure tracking has no position and no new event', async () => {
    const reservation = await rideAt(HOUR);
    expect((await get(TRACKING, reservation, 'tracking-lost')).status).toBe('not_started');
    const pickupAt = Date.parse(reservation.pickupDateTime);
    for (const at of [pickupAt - 20 * MINUTE, pickupAt + 3 * HOUR]) {
      sandbox.clock.set(at);
      const { status, location, events } = await get(TRACKING, reservation, 'tracking-lost');
      expect([status, location, events.length]).toEqual(['en_route', null, 1]);
    }
  });
});

it.each(bookingOperations)('two contradictory scenarios at %s are refused', async (operation) => {
  const scenario = operation === 'bookTransfer' ? 'two-reservations,pending' : 'not-amendable,not-amendable';
  const path = operation === 'bookTransfer' ? '/book' : '/reservations/changes';
  expect((await sandbox.post(path, {}, { scenario })).body.code).toBe('invalid_scenario');
});
