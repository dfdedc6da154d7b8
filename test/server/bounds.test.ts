import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox, SandboxOptions } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Offer } from '../../src/interface/api.ts';
import type { StateClient } from '../control-api/state-client.ts';
import { stateClient } from '../control-api/state-client.ts';
import { NOW } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const BOUNDS = { maxSearches: 20, maxOrders: 4, maxBookings: 4 } satisfies SandboxOptions;

let clock: VirtualClock;
let sandbox: Sandbox;
let baseUrl: string;

beforeEach(() => start({}));
afterEach(async () => {
  expect(sandbox.violations).toEqual([]);
  await sandbox.close();
});

describe('searches beyond the bound', () => {
  it('remove the oldest search of the profile, and none of another', async () => {
    const [noisy, quiet] = [await newClient(), await newClient()];
    const mine = await quiet.searchFlights();
    const first = await noisy.searchFlights();
    clock.advance(MINUTE);
    const second = await noisy.searchFlights();
    for (let i = 0; i < 18; i++) await noisy.searchFlights();
    expect(await kept(noisy)).toMatchObject({ searches: { count: 20, most: 20, dropped: 0 } });
    expect((await offer(noisy, first[0])).status).toBe(200);
    await noisy.searchFlights();
    expect(await kept(noisy)).toMatchObject({ searches: { count: 20, dropped: 1 } });
    expect((await offer(noisy, second[0])).status).toBe(200);
    expect((await offer(quiet, mine[0])).status).toBe(200);
    expect(await kept(quiet)).toMatchObject({ searches: { count: 1, dropped: 0 } });
  });

  it('are mentioned in the error for a removed search as a possible reason', async () => {
    const client = await newClient();
    const [unknown] = await client.searchFlights();
    const priced = await client.price();
    expect((await offer(client, { ...unknown, offerId: 'off_unknown' })).body.details).toBeUndefined();
    for (let i = 0; i < 20; i++) await client.searchFlights();
    expect((await offer(client, unknown)).body).toMatchObject({
      statusCode: 400,
      code: 'offer_not_found',
      message: [expect.stringContaining('may have been removed')],
    });
    const { body } = await client.call('POST', '/pricing', {
      searchId: priced.searchId,
      resultId: priced.resultId,
      bookingToken: priced.bookingToken,
    });
    expect(body).toMatchObject({
      code: 'search_not_found',
      message: [
        expect.stringMatching(
          /may have been removed: the sandbox keeps a limited number of searches, and dropped 2 of this profile/,
        ),
      ],
    });
  });

  it('remove expired searches before active ones', async () => {
    const client = await newClient();
    const older = await client.searchFlights();
    const { offers } = (await client.call('POST', '/v1/flights/search?scenario=short-lived(lifetime=PT12M)', FLIGHTS))
      .body;
    clock.advance(15 * MINUTE);
    expect((await offer(client, offers[0])).body.code).toBe('offer_expired');
    for (let i = 0; i < 19; i++) await client.searchFlights();
    expect((await offer(client, offers[0])).body.code).toBe('offer_not_found');
    expect((await offer(client, older[0])).status).toBe(200);
  });

  it('remove the oldest, not the first to expire: a new transfer search stays among flight searches', async () => {
    const client = await newClient();
    for (let i = 0; i < 20; i++) await client.searchFlights();
    expect((await client.book(await client.price())).status).toBe('completed');
  });

  it('never exceed the bound, even when concurrent', async () => {
    const client = await newClient();
    await Promise.all(Array.from({ length: 60 }, () => client.searchFlights()));
    expect(await kept(client)).toMatchObject({ searches: { count: 20, dropped: 40 } });
    const { searches } = JSON.parse(await client.export());
    expect(searches).toHaveLength(20);
  });

  it('have the same limit for pricings', async () => {
    const client = await newClient();
    const { searchId, resultId, bookingToken, ...first } = await client.price();
    for (let i = 0; i < 20; i++)
      expect((await client.call('POST', '/pricing', { searchId, resultId, bookingToken })).status).toBe(200);
    expect(await kept(client)).toMatchObject({ pricings: { count: 20, dropped: 1 }, searches: { count: 1 } });
    expect(await client.book({ searchId, resultId, bookingToken, ...first })).toMatchObject({
      status: 'failed',
      error: {
        code: 'pricing_token_invalid',
        message: expect.stringMatching(/may have been removed: .* limited number of pricings, and dropped 1 of this/),
      },
    });
  });

  it('searches beyond the global limit remove searches of the profile with the most', async () => {
    await restart({ maxSearches: 4 });
    const clients = await Promise.all(Array.from({ length: 8 }, newClient));
    const [least, ...others] = clients as [StateClient, ...StateClient[]];
    const [mine] = await least.searchFlights();
    for (const client of others) for (let i = 0; i < 4; i++) await client.searchFlights();
    const counts = await Promise.all(clients.map(async (client) => (await kept(client)).searches.count));
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(20);
    expect((await offer(least, mine)).status).toBe(200);
  });

  it('are still purged by the clock, and the counts follow', async () => {
    const client = await newClient();
    for (let i = 0; i < 10; i++) await client.searchFlights();
    clock.advance(41 * MINUTE);
    await expect
      .poll(async () => (await kept(client)).searches, { timeout: 5000 })
      .toEqual({ count: 0, most: 20, dropped: 0 });
  });
});

describe('bookings beyond the bound', () => {
  it('are refused while all are active, also when concurrent; a resend still returns its booking', async () => {
    const client = await newClient();
    const priced = await Promise.all(Array.from({ length: 10 }, () => client.price()));
    const booked = await Promise.all(priced.map((one) => client.book(one)));
    expect(booked.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill('completed'),
      ...Array(6).fill('failed'),
    ]);
    expect(booked.find(({ status }) => status === 'failed')).toMatchObject({ error: { code: 'too_many_bookings' } });
    for (const [i, { status, reservations }] of booked.entries()) {
      if (status === 'completed')
        expect((await client.book(priced[i])).reservations[0].reservationId).toBe(reservations[0].reservationId);
    }
    const other = await newClient();
    expect((await other.book(await other.price())).status).toBe('completed');
  });

  it('replace a cancelled one, and its pricing cannot be booked again', async () => {
    const client = await newClient();
    const priced = [];
    for (let i = 0; i < 4; i++) priced.push(await client.price());
    const reservations = [];
    for (const one of priced) reservations.push((await client.book(one)).reservations[0]);
    await client.call('POST', '/reservations/cancel', { reservationId: reservations[1].reservationId });
    expect((await client.book(await client.price())).status).toBe('completed');
    expect((await client.read(`reservationId=${reservations[1].reservationId}`)).body.code).toBe(
      'reservation_not_found',
    );
    expect((await client.read(`reservationId=${reservations[0].reservationId}`)).status).toBe(200);
    expect(await client.book(priced[1])).toMatchObject({ status: 'failed', error: { code: 'pricing_token_invalid' } });
    expect(await client.book(await client.price())).toMatchObject({
      status: 'failed',
      error: { code: 'too_many_bookings' },
    });
    expect(await kept(client)).toMatchObject({ bookings: { count: 4, most: 4, dropped: 1 } });
  });

  it('replace past ones, except a round trip before its return', async () => {
    const client = await newClient();
    const round = await client.price({
      mode: 'round_trip',
      pickupDateTime: '2027-01-20T11:30:00',
      returnPickupDateTime: '2027-03-20T11:30:00',
    });
    const reservations = [];
    for (const one of [
      round,
      await client.price({ pickupDateTime: '2027-01-21T11:30:00' }),
      await client.price(),
      await client.price(),
    ])
      reservations.push((await client.book(one)).reservations[0]);
    expect((await client.book(await client.price())).error.code).toBe('too_many_bookings');
    clock.advance(13 * DAY);
    expect((await client.book(await client.price())).error.code).toBe('too_many_bookings');
    clock.advance(2 * DAY);
    expect((await client.book(await client.price())).status).toBe('completed');
    expect((await client.read(`reservationId=${reservations[0].reservationId}`)).status).toBe(200);
    expect((await client.read(`reservationId=${reservations[1].reservationId}`)).body.code).toBe(
      'reservation_not_found',
    );
    expect((await client.book(await client.price())).error.code).toBe('too_many_bookings');
  });
});

describe('orders beyond the bound', () => {
  it('are refused until the end of a trip; an offer is still sold once', async () => {
    const client = await newClient();
    const ordered = [];
    for (let i = 0; i < 4; i++) {
      const [first] = await client.searchFlights();
      ordered.push(first);
      expect((await order(client, first)).status).toBe(200);
    }
    const [next] = await client.searchFlights();
    expect((await order(client, next)).body).toMatchObject({ statusCode: 400, code: 'too_many_orders' });
    expect((await order(client, ordered[0])).body.code).toBe('offer_already_ordered');
    clock.set('2027-03-20T00:00:00Z');
    const later = (
      await client.call('POST', '/v1/flights/search', {
        ...FLIGHTS,
        slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-06-15' }],
      })
    ).body.offers;
    expect((await order(client, later[0])).status).toBe(200);
    expect(await kept(client)).toMatchObject({ orders: { count: 4, most: 4, dropped: 1 } });
  });

  it('never exceed the bound when concurrent', async () => {
    const client = await newClient();
    const searches = await Promise.all(Array.from({ length: 12 }, () => client.searchFlights()));
    const responses = await Promise.all(searches.map(([first]) => order(client, first)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(8).fill(400)]);
  });
});

describe('whole states', () => {
  it('states beyond the limit are refused and change nothing; a reset makes room', async () => {
    const client = await newClient();
    for (let i = 0; i < 4; i++) await client.book(await client.price());
    const file = await client.export();
    expect((await client.reset()).status).toBe(200);
    expect(await kept(client)).toMatchObject({
      bookings: { count: 0 },
      searches: { count: 0 },
      pricings: { count: 0 },
    });
    await client.book(await client.price());
    expect((await client.import(file)).status).toBe(200);
    expect(await kept(client)).toMatchObject({ bookings: { count: 4 }, searches: { count: 4 } });

    await restart({ maxBookings: 3 });
    const smaller = await newClient();
    await smaller.book(await smaller.price());
    expect((await smaller.import(file)).body).toMatchObject({
      statusCode: 409,
      code: 'import_beyond_bounds',
      details: [
        {
          path: '/bookings',
          message: 'The file has 4 bookings; this sandbox stores 3 of this profile (--max-bookings)',
        },
      ],
    });
    expect(await kept(smaller)).toMatchObject({ bookings: { count: 1 } });
  });

  it('the states in a file are counted at the next start, also under a smaller limit', async () => {
    const store = temporaryFile();
    await restart({ store });
    const { keys, ...before } = await newClient();
    for (let i = 0; i < 4; i++) await before.book(await before.price());
    for (let i = 0; i < 10; i++) await before.searchFlights();
    await restart({ store, maxSearches: 8 });
    const client = stateClient(baseUrl, keys);
    expect(await kept(client)).toMatchObject({ bookings: { count: 4 }, searches: { count: 14 } });
    expect((await client.book(await client.price())).error.code).toBe('too_many_bookings');
    expect(await kept(client)).toMatchObject({ searches: { count: 8, dropped: 7 } });
  });
});

it('removing active searches is logged once', async () => {
  const lines: string[] = [];
  await restart({ maxSearches: 2, log: 'warn', logTo: { write: (line: string) => void lines.push(line) } });
  const client = await newClient();
  for (let i = 0; i < 6; i++) await client.searchFlights();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, profile: client.keys.profileCode, kind: 'searches' }),
  ]);
});

async function start(options: SandboxOptions): Promise<void> {
  clock = new VirtualClock(NOW);
  sandbox = await createSandbox({ seed: 'bounds', clock, log: 'silent', ...BOUNDS, ...options });
  baseUrl = await sandbox.listen();
}

async function restart(options: SandboxOptions): Promise<void> {
  await sandbox.close();
  await start(options);
}

async function newClient(): Promise<StateClient> {
  const keys: KeyPair = await sandbox.addProfile();
  return stateClient(baseUrl, keys);
}

async function kept(client: StateClient): Promise<Record<string, { count: number }>> {
  return (await client.call('GET', `/_sandbox/profiles/${client.keys.profileCode}`)).body.kept;
}

function offer(client: StateClient, { gdsprovider, offerId }: { gdsprovider: number; offerId: string }) {
  return client.call('GET', `/v1/flights/offers/${gdsprovider}/${offerId}`);
}

function order(client: StateClient, wanted: Offer) {
  return client.call('POST', `/v1/flights/order/${wanted.gdsprovider}/${wanted.offerId}`, flightOrder(wanted));
}

const FLIGHTS = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-15' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};
