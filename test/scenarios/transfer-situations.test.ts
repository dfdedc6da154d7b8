import { describe, expect, it } from 'vitest';
import { MINUTE, toIso, VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { bookingOperations } from '../../src/scenarios/operations.ts';
import type { Body } from '../support/body.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { present } from '../support/present.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  changeRequest,
  easy,
  expectFailed,
  pricingRequest,
  transferClient,
  TRAVELLER,
} from '../transfers/transfer-client.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const transfers = transferClient(sandbox);

type BookingOperation = (typeof bookingOperations)[number];

/**
 * An offer, priced with the given options, and the call that books it; for a change, with the original reservation.
 */
interface Attempt {
  searchId: string;
  path: string;
  body: { pricingToken: string };
  original: { reservationId: string } | undefined;
}

async function attempt(
  operation: BookingOperation,
  scenarios: { search?: string; pricing?: string } = {},
): Promise<Attempt> {
  const original = operation === 'bookTransfer' ? undefined : await transfers.reserve();
  const priced = await searchAndPrice(original?.reservationId, scenarios);
  return {
    searchId: priced.search.searchId,
    original,
    ...(original
      ? { path: '/reservations/changes', body: changeRequest(original.reservationId, priced) }
      : { path: '/book', body: bookRequest(priced) as { pricingToken: string } }),
  };
}

async function searchAndPrice(
  reservationId: string | undefined,
  { search: atSearch, pricing: atPricing }: { search?: string; pricing?: string },
): Promise<PricedOffer> {
  const { body: search } =
    reservationId === undefined
      ? await sandbox.post('/search', AIRPORT_TO_TOWN, { scenario: atSearch })
      : await sandbox.post(
          '/reservations/changes/search',
          { reservationId, pickupDateTime: '2027-03-15T13:00:00' },
          { scenario: atSearch },
        );
  const offer = search.offers.find(easy);
  const { body: pricing } = await sandbox.post('/pricing', pricingRequest(search, offer), { scenario: atPricing });
  return { search, offer, pricing };
}

const readBySearch = (searchId: string) => sandbox.get('/reservations/details', { query: { searchId } });

async function stateOf(original: Attempt['original']): Promise<string | undefined> {
  return original && (await transfers.readReservation(original.reservationId)).state;
}

/** Returns every attempt to book a search, also those that the client did not see. */
async function bookingsOf(
  searchId: string,
): Promise<{ resourceId: string; status: string; reservation: { confirmationNumber: string } }[]> {
  const { body } = await sandbox.get(`/_sandbox/profiles/${sandbox.sandbox.demoKeys.profileCode}/resources`, {
    query: { kind: 'reservations', limit: '200' },
  });
  expect(body.next).toBeNull();
  return body.resources.filter((resource: { searchId: string }) => resource.searchId === searchId);
}

describe('502-late', () => {
  it.each(bookingOperations)(
    '502-late: %s returns 502, the first read finds nothing, the second one the booking, completed ' +
      '[transfer.502.did-not-complete] [transfer.502.proves-nothing]',
    async (operation) => {
      const { searchId, path, body, original } = await attempt(operation);
      const { status, body: response } = await sandbox.post(path, body, { scenario: '502-late' });
      expect([status, response.code]).toEqual([502, 'upstream_failed']);
      expectRefusal(await readBySearch(searchId), 'reservation_not_found');
      const found = await readBySearch(searchId);
      expect(found.body).toMatchObject({
        status: 'completed',
        completed: true,
        reservations: [{ state: 'confirmed', searchId }],
      });
      const { reservationId, confirmationNumber } = found.body.reservations[0];
      for (const query of [{ reservationId }, { confirmationNumber }, { searchId }] as Record<string, string>[])
        expect(await transfers.read(query)).toEqual(found.body);
      expect(await bookingsOf(searchId)).toMatchObject([{ resourceId: reservationId, status: 'completed' }]);
      if (original)
        expect(await transfers.readReservation(original.reservationId)).toMatchObject({
          state: 'changed',
          replacedBy: reservationId,
        });
    },
  );

  it.each(bookingOperations)(
    '502-late: %s is found 30 seconds later, not a millisecond before, and an original stays active until then ' +
      '[transfer.change.original-stays-active]',
    async (operation) => {
      const { searchId, path, body, original } = await attempt(operation);
      await sandbox.post(path, body, { scenario: '502-late(reads=99)' });
      sandbox.clock.advance(29_999);
      expectRefusal(await readBySearch(searchId), 'reservation_not_found');
      expect(await stateOf(original)).toBe(original && 'confirmed');
      sandbox.clock.advance(1);
      expect(await stateOf(original)).toBe(original && 'changed');
      expect((await readBySearch(searchId)).body.status).toBe('completed');
    },
  );

  it('502-late: reads sets how many reads find nothing, by any key; after sets how long', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    await sandbox.post(path, { ...body, partnerTrackingId: 'late-1' }, { scenario: '502-late(reads=3,after=PT1H)' });
    sandbox.clock.advance(60 * MINUTE - 1);
    const queries: Record<string, string>[] = [
      { partnerTrackingId: 'late-1' },
      { searchId },
      { partnerTrackingId: 'late-1' },
    ];
    for (const query of queries)
      expectRefusal(await sandbox.get('/reservations/details', { query }), 'reservation_not_found');
    expect(await transfers.read({ partnerTrackingId: 'late-1' })).toMatchObject({
      status: 'completed',
      searchId,
      partnerTrackingId: 'late-1',
    });
  });

  it('502-late: a hidden reservation cannot be read or cancelled; the resources list it', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    await sandbox.post(path, body, { scenario: '502-late' });
    const [hidden] = await bookingsOf(searchId);
    expect(hidden.status).toBe('hidden');
    const {
      resourceId: reservationId,
      reservation: { confirmationNumber },
    } = hidden;
    for (const query of [{ reservationId }, { confirmationNumber }] as Record<string, string>[])
      expectRefusal(await sandbox.get('/reservations/details', { query }), 'reservation_not_found');
    expectRefusal(await sandbox.post('/reservations/cancel', { reservationId }), 'reservation_not_found');
    expectRefusal(await readBySearch(searchId), 'reservation_not_found');
    expect((await readBySearch(searchId)).body.reservations).toMatchObject([{ reservationId, confirmationNumber }]);
  });

  it.each(bookingOperations)(
    '502-late: %s sent again meanwhile returns the booking, which is found from then on and is the only one',
    async (operation) => {
      const { searchId, path, body, original } = await attempt(operation);
      await sandbox.post(path, body, { scenario: '502-late(reads=99)' });
      expectFailed(await sandbox.post(path, { ...body, partnerTrackingId: 'another-body' }), 'pricing_already_used');
      const { body: resent } = await sandbox.post(path, body);
      expect(resent).toMatchObject({ status: 'completed', reservations: [{ state: 'confirmed' }] });
      expect((await readBySearch(searchId)).body).toEqual(resent);
      expect(await stateOf(original)).toBe(original && 'changed');
      expect(await bookingsOf(searchId)).toHaveLength(1);
    },
  );

  it('502-late: a change whose original was cancelled meanwhile fails, as a pending one does', async () => {
    const { searchId, path, body, original } = await attempt('confirmReservationChange');
    await sandbox.post(path, body, { scenario: '502-late' });
    expect(
      (await sandbox.post('/reservations/cancel', { reservationId: present(original).reservationId })).status,
    ).toBe(200);
    expectRefusal(await readBySearch(searchId), 'reservation_not_found');
    expectFailed(await readBySearch(searchId), 'reservation_not_changeable');
    expectFailed(await sandbox.post(path, body), 'reservation_not_changeable');
    expect(await stateOf(original)).toBe('cancelled');
  });

  it('502-late: the first of two changes of one reservation to settle wins', async () => {
    const { searchId, path, body, original } = await attempt('confirmReservationChange');
    await sandbox.post(path, body, { scenario: '502-late' });
    const { reservationId } = present(original);
    const {
      reservations: [second],
    } = await transfers.confirm(reservationId, await transfers.pricedChange(reservationId));
    sandbox.clock.advance(30_000);
    expectFailed(await readBySearch(searchId), 'reservation_not_changeable');
    expect(await transfers.readReservation(reservationId)).toMatchObject({
      state: 'changed',
      replacedBy: second.reservationId,
    });
  });

  it('502-late: an earlier booking of the same partnerTrackingId stays found while a later one is hidden', async () => {
    const earlier = await transfers.book(await transfers.priced(), { partnerTrackingId: 'late-2' });
    const { path, body } = await attempt('bookTransfer');
    await sandbox.post(path, { ...body, partnerTrackingId: 'late-2' }, { scenario: '502-late' });
    expect(await transfers.read({ partnerTrackingId: 'late-2' })).toEqual(earlier);
    expect((await transfers.read({ partnerTrackingId: 'late-2' })).reservations).not.toEqual(earlier.reservations);
  });

  it('502-late: a refused booking returns its refusal', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    const { status, body: response } = await sandbox.post(path, { ...body, unlisted: 1 }, { scenario: '502-late' });
    expect([status, response.code]).toEqual([400, 'non_whitelisted_field']);
    expect(await bookingsOf(searchId)).toEqual([]);
  });
});

describe('502-late at a cancellation', () => {
  const cancel = (reservationId: string, scenario?: string) =>
    sandbox.post('/reservations/cancel', { reservationId }, { scenario });
  const stateAt = async (query: Record<string, string>) => (await transfers.read(query)).reservations[0]?.state;

  it('502-late: the first read of a cancelled reservation shows it confirmed, the second one cancelled', async () => {
    const { reservationId, confirmationNumber } = await transfers.reserve();
    expect((await cancel(reservationId, '502-late')).status).toBe(502);
    expect([await stateAt({ reservationId }), await stateAt({ confirmationNumber })]).toEqual([
      'confirmed',
      'cancelled',
    ]);
    expect(await transfers.readReservation(reservationId)).toMatchObject({
      state: 'cancelled',
      cancelledAt: toIso(sandbox.clock.now()),
    });
  });

  it('502-late: reads and after limit how long a cancellation is hidden, to the millisecond', async () => {
    const { reservationId, searchId } = await transfers.reserve();
    await cancel(reservationId, '502-late(reads=99,after=PT1H)');
    sandbox.clock.advance(60 * MINUTE - 1);
    expect(await stateAt({ searchId })).toBe('confirmed');
    sandbox.clock.advance(1);
    expect(await stateAt({ searchId })).toBe('cancelled');
  });

  it('502-late: a repeated cancellation is refused as already made, and reads show it from then on', async () => {
    const { reservationId } = await transfers.reserve();
    await cancel(reservationId, '502-late(reads=99)');
    expect(await stateAt({ reservationId })).toBe('confirmed');
    expectRefusal(await cancel(reservationId), 'reservation_already_cancelled');
    expect(await stateAt({ reservationId })).toBe('cancelled');
  });

  it('502-late: exactly the given number of concurrent reads are late', async () => {
    const { reservationId } = await transfers.reserve();
    await cancel(reservationId, '502-late(reads=3)');
    const states = await Promise.all(Array.from({ length: 10 }, () => stateAt({ reservationId })));
    expect(states.filter((state) => state === 'confirmed')).toHaveLength(3);
  });

  it('502-late: the clock reveals a cancellation, and the timeline has it', async () => {
    const { reservationId } = await transfers.reserve();
    await cancel(reservationId, '502-late(reads=99)');
    const { profileCode } = sandbox.sandbox.demoKeys;
    const { body } = await sandbox.get(`/_sandbox/profiles/${profileCode}/resources/${reservationId}`);
    expect(body.resource.timeline).toContainEqual(
      expect.objectContaining({ what: 'cancellation_shown', at: toIso(sandbox.clock.now() + 30_000), ahead: true }),
    );
  });

  it('502-late: a refused cancellation returns its refusal', async () => {
    expectRefusal(await cancel('0f8fad5bd9cb469fa16570867728950e', '502-late'), 'reservation_not_found');
  });
});

describe('resend-double-books', () => {
  const scenario = 'resend-double-books';

  it('resend-double-books: a booking sent again makes another reservation; a read lists both', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    const first = (await sandbox.post(path, body, { scenario })).body;
    expect((await readBySearch(searchId)).body).toEqual(first);
    const second = (await sandbox.post(path, body, { scenario })).body;
    expect([first.status, second.status]).toEqual(['completed', 'completed']);
    const [one, other] = [first.reservations[0], second.reservations[0]];
    expect(other.reservationId).not.toBe(one.reservationId);
    expect(other.confirmationNumber).not.toBe(one.confirmationNumber);
    expect(await bookingsOf(searchId)).toMatchObject([
      { resourceId: one.reservationId, status: 'completed' },
      { resourceId: other.reservationId, status: 'completed' },
    ]);
    expect((await readBySearch(searchId)).body).toEqual({ ...second, reservations: [other, one] });
    for (const reservation of [one, other])
      expect(await transfers.readReservation(reservation.reservationId)).toEqual(reservation);
  });

  it('resend-double-books: the first booking returns the same as without it', async () => {
    const [asked, usual] = await Promise.all(
      [scenario, undefined].map(async (first) => {
        const other = await createSandbox({ seed: 'first', clock: new VirtualClock(NOW), log: 'silent' });
        const { body } = await bookIn(other, other.demoKeys, first);
        await other.close();
        return body;
      }),
    );
    expect(asked).toBe(usual);
    expect(asked).toContain('"status":"completed"');
  });

  it('resend-double-books: a pending booking is booked once more [transfer.booking.pending]', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    for (let i = 0; i < 2; i++) {
      const { body: response } = await sandbox.post(path, body, { scenario: `pending(after=PT1M),${scenario}` });
      expect(response).toMatchObject({ status: 'pending', reservations: [] });
    }
    sandbox.clock.advance(MINUTE - 1);
    expect((await bookingsOf(searchId)).map(({ status }) => status)).toEqual(['pending', 'pending']);
    sandbox.clock.advance(1);
    const made = await bookingsOf(searchId);
    expect(made.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect((await readBySearch(searchId)).body.reservations).toMatchObject([
      { reservationId: made[1].resourceId, state: 'confirmed' },
      { reservationId: made[0].resourceId, state: 'confirmed' },
    ]);
  });

  it('resend-double-books: after a booking that was lost and hidden, there are two', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    expect((await sandbox.post(path, body, { scenario: '502-late' })).status).toBe(502);
    expect((await sandbox.post(path, body, { scenario })).body.status).toBe('completed');
    expect((await bookingsOf(searchId)).map(({ status }) => status)).toEqual(['hidden', 'completed']);
  });

  it('resend-double-books: each of many concurrent resends makes a booking', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    const responses = await Promise.all(Array.from({ length: 8 }, () => sandbox.post(path, body, { scenario })));
    expect(responses.map(({ status, body: { status: outcome } }) => [status, outcome])).toEqual(
      Array(8).fill([200, 'completed']),
    );
    const ids = responses.map((response) => response.body.reservations[0].reservationId);
    expect(new Set(ids).size).toBe(8);
    expect((await bookingsOf(searchId)).map(({ resourceId }) => resourceId).sort()).toEqual(ids.sort());
  });

  it.each([undefined, 'none', 'slow(delay=PT0S)'])(
    'resend-double-books: marks the booking, so that the same request books again under %s too',
    async (other) => {
      const { searchId, path, body } = await attempt('bookTransfer');
      const first = (await sandbox.post(path, body, { scenario })).body;
      const second = (await sandbox.post(path, body, { scenario: other })).body;
      expect(second.reservations[0].reservationId).not.toBe(first.reservations[0].reservationId);
      expect(await bookingsOf(searchId)).toHaveLength(2);
    },
  );

  it('resend-double-books: a resent change makes a separate reservation that replaces nothing', async () => {
    const { searchId, path, body, original } = await attempt('confirmReservationChange');
    const first = (await sandbox.post(path, body, { scenario })).body.reservations[0];
    const second = (await sandbox.post(path, body)).body.reservations[0];
    expect(second).toMatchObject({ state: 'confirmed', replaces: null, searchId });
    expect(second.reservationId).not.toBe(first.reservationId);
    expect(await transfers.readReservation(first.reservationId)).toEqual(first);
    expect(await transfers.readReservation(present(original).reservationId)).toMatchObject({
      state: 'changed',
      replacedBy: first.reservationId,
    });
  });

  it.each(bookingOperations)(
    'resend-double-books: %s sent many times at once is done each time, and an original is replaced once',
    async (operation) => {
      const { searchId, path, body, original } = await attempt(operation);
      const responses = await Promise.all(Array.from({ length: 6 }, () => sandbox.post(path, body, { scenario })));
      const made = responses.map((response) => response.body.reservations[0]);
      expect(new Set(made.map(({ reservationId }) => reservationId)).size).toBe(6);
      expect(await bookingsOf(searchId)).toHaveLength(6);
      expect(made.filter(({ replaces }) => replaces !== null)).toHaveLength(original ? 1 : 0);
    },
  );

  it('resend-double-books: without it a resend returns the first booking, also after a double booking', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    const first = (await sandbox.post(path, body)).body;
    expect((await sandbox.post(path, body)).body).toEqual(first);
    expect(await bookingsOf(searchId)).toHaveLength(1);
    await sandbox.post(path, body, { scenario });
    expect((await sandbox.post(path, body)).body).toEqual(first);
    expect(await bookingsOf(searchId)).toHaveLength(2);
  });

  it('resend-double-books: a different booking is refused as usual, as is a resend of an expired offer', async () => {
    const { searchId, path, body } = await attempt('bookTransfer');
    await sandbox.post(path, body, { scenario });
    expectFailed(
      await sandbox.post(path, { ...body, partnerTrackingId: 'another-body' }, { scenario }),
      'pricing_already_used',
    );
    sandbox.clock.advance(15 * MINUTE);
    expectFailed(await sandbox.post(path, body, { scenario }), 'token_expired');
    expect(await bookingsOf(searchId)).toHaveLength(1);
  });
});

describe('short-lived', () => {
  const both = ['searchTransfers', 'searchReservationChanges'] as const;
  const search = async (operation: (typeof both)[number], scenario?: string) =>
    operation === 'searchTransfers'
      ? sandbox.post('/search', AIRPORT_TO_TOWN, { scenario })
      : sandbox.post(
          '/reservations/changes/search',
          { reservationId: (await transfers.reserve()).reservationId, pickupDateTime: '2027-03-15T13:00:00' },
          { scenario },
        );

  it.each(both)(
    'short-lived: %s states when its offers end, pricing repeats it, and the next search has the usual lifetime ' +
      '[transfer.offer.expires-at]',
    async (operation) => {
      const { body } = await search(operation, 'short-lived');
      const { body: pricing } = await sandbox.post('/pricing', pricingRequest(body, body.offers[0]));
      const expiresAt = toIso(sandbox.clock.now() + 10_000);
      expect([
        body.expiresAt,
        pricing.expiresAt,
        ...body.offers.map((offer: { expiresAt: string }) => offer.expiresAt),
      ]).toEqual(Array(body.offers.length + 2).fill(expiresAt));
      expect((await search(operation)).body.expiresAt).toBe(toIso(sandbox.clock.now() + 15 * MINUTE));
    },
  );

  it.each(bookingOperations)(
    'short-lived: %s works until the offer expires and is refused afterwards; the search is unknown later ' +
      '[transfer.token.expires-with-offer]',
    async (operation) => {
      const options = { search: 'short-lived(lifetime=PT1.005S)' };
      const [early, late, never] = [
        await attempt(operation, options),
        await attempt(operation, options),
        await attempt(operation, options),
      ];
      sandbox.clock.advance(1004);
      expect((await sandbox.post(early.path, early.body)).body.status).toBe('completed');
      sandbox.clock.advance(1);
      expectFailed(await sandbox.post(late.path, late.body), 'token_expired');
      expect(await stateOf(late.original)).toBe(late.original && 'confirmed');
      sandbox.clock.advance(1004);
      expectFailed(await sandbox.post(never.path, never.body), 'token_expired');
      sandbox.clock.advance(1);
      expectFailed(await sandbox.post(never.path, never.body), 'search_not_found');
    },
  );
});

describe('search-expired', () => {
  const scenario = 'search-expired';

  it('search-expired: pricing is refused with 400, and succeeds without it [transfer.identifiers.search-id]', async () => {
    const search = await transfers.search();
    const request = pricingRequest(search, search.offers[0]);
    expectRefusal(await sandbox.post('/pricing', request, { scenario }), 'search_not_found', '/searchId');
    expect((await sandbox.post('/pricing', request)).status).toBe(200);
  });

  it.each(bookingOperations)(
    'search-expired: %s returns 200 with status failed, nothing is made, an original stands, and it works ' +
      'without it [transfer.booking.failed] [transfer.change.original-stays-active]',
    async (operation) => {
      const { searchId, path, body, original } = await attempt(operation);
      expectFailed(await sandbox.post(path, body, { scenario }), 'search_not_found');
      expectRefusal(await readBySearch(searchId), 'reservation_not_found');
      expect(await bookingsOf(searchId)).toEqual([]);
      expect(await stateOf(original)).toBe(original && 'confirmed');
      expect((await sandbox.post(path, body)).body.status).toBe('completed');
    },
  );
});

describe('expires-between-pricing-and-book', () => {
  const scenario = 'expires-between-pricing-and-book';

  it.each([
    ...bookingOperations.map((operation) => [operation, 'the pricing', { pricing: scenario }] as const),
    ...bookingOperations.map((operation) => [operation, 'the search', { search: `pricing:${scenario}` }] as const),
  ])(
    'expires-between-pricing-and-book: %s is refused at once when %s was requested for it, nothing is made, ' +
      'and an original stays active [transfer.token.expires-with-offer]',
    async (operation, _where, options) => {
      const { searchId, path, body, original } = await attempt(operation, options);
      expectFailed(await sandbox.post(path, body), 'token_expired');
      expectRefusal(await readBySearch(searchId), 'reservation_not_found');
      expect(await bookingsOf(searchId)).toEqual([]);
      expect(await stateOf(original)).toBe(original && 'confirmed');
    },
  );

  it('expires-between-pricing-and-book: the pricing is as usual, with its expiresAt in the future', async () => {
    const { search, offer, pricing } = await searchAndPrice(undefined, { pricing: scenario });
    expect(pricing.expiresAt).toBe(search.expiresAt);
    expect(Date.parse(pricing.expiresAt)).toBe(sandbox.clock.now() + 15 * MINUTE);
    const usual = await transfers.price(search, offer);
    expect(pricing).toEqual({ ...usual, pricingToken: pricing.pricingToken });
    expectFailed(await sandbox.post('/book', bookRequest({ search, offer, pricing })), 'token_expired');
    expect((await sandbox.post('/book', bookRequest({ search, offer, pricing: usual }))).body.status).toBe('completed');
    const { body } = await sandbox.get(
      `/_sandbox/profiles/${sandbox.sandbox.demoKeys.profileCode}/resources/${search.searchId}`,
    );
    const ends = [
      { at: toIso(sandbox.clock.now()), pricingToken: pricing.pricingToken },
      { at: pricing.expiresAt, pricingToken: usual.pricingToken, ahead: true },
    ];
    expect(body.resource.timeline.filter(({ what }: { what: string }) => what === 'pricing_expired')).toEqual(
      ends.map((end) => ({ what: 'pricing_expired', ...end })),
    );
  });

  it('expires-between-pricing-and-book: the refusal states the time; a foreign token is refused first', async () => {
    const { search, offer, pricing } = await searchAndPrice(undefined, { pricing: scenario });
    const other = present(search.offers.find(({ resultId }) => resultId !== offer.resultId));
    expectFailed(await sandbox.post('/book', bookRequest({ search, offer: other, pricing })), 'pricing_token_invalid');
    const { body } = await sandbox.post('/book', bookRequest({ search, offer, pricing }));
    expect(body.error.message).toContain(toIso(sandbox.clock.now()));
  });
});

describe('the state of a profile', () => {
  const elsewhere = useSandbox({ seed: 'elsewhere' });
  const stateOfProfile = (server: typeof sandbox) => `/_sandbox/profiles/${server.sandbox.demoKeys.profileCode}`;

  it('contains hidden bookings, double bookings and early ends, and restores them', async () => {
    const [late, twice, early] = [
      await attempt('bookTransfer'),
      await attempt('bookTransfer'),
      await attempt('bookTransfer', { pricing: 'expires-between-pricing-and-book' }),
    ];
    await sandbox.post(late.path, late.body, { scenario: '502-late' });
    for (let i = 0; i < 2; i++) await sandbox.post(twice.path, twice.body, { scenario: 'resend-double-books' });
    const made = await bookingsOf(twice.searchId);
    elsewhere.clock.set(sandbox.clock.now());
    const { text } = await sandbox.get(`${stateOfProfile(sandbox)}/export`);
    expect((await elsewhere.post(`${stateOfProfile(elsewhere)}/import`, JSON.parse(text))).status).toBe(200);
    const read = (searchId: string) => elsewhere.get('/reservations/details', { query: { searchId } });
    expectRefusal(await read(late.searchId), 'reservation_not_found');
    expect((await read(late.searchId)).body.status).toBe('completed');
    expect((await read(twice.searchId)).body.reservations).toMatchObject([
      { reservationId: made[1].resourceId },
      { reservationId: made[0].resourceId },
    ]);
    expect(
      (await elsewhere.get(`${stateOfProfile(elsewhere)}/resources/${made[0].resourceId}`)).body.resource,
    ).toMatchObject({ status: 'completed', searchId: twice.searchId });
    expectFailed(await elsewhere.post(early.path, early.body), 'token_expired');
  });
});

describe('without a scenario', () => {
  it.each(['502-late', 'resend-double-books', 'short-lived', 'search-expired', 'expires-between-pricing-and-book'])(
    'no byte of a response to other clients changes under %s',
    async (scenario) => {
      const [usual, nextTo] = await Promise.all([undefined, scenario].map(walkNextTo));
      expect(usual.join('')).toContain('"status":"completed"');
      expect(nextTo).toEqual(usual);
    },
  );

  /** Responses to a client without a scenario after another client made the same calls under it. */
  async function walkNextTo(scenario: string | undefined): Promise<string[]> {
    const fresh = await createSandbox({ seed: 'next-to', clock: new VirtualClock(NOW), log: 'silent' });
    try {
      const other = await fresh.addProfile();
      if (scenario) await bookIn(fresh, other, scenario);
      const { responses: responses } = await bookIn(fresh, fresh.demoKeys);
      expect(fresh.violations).toEqual([]);
      return responses;
    } finally {
      await fresh.close();
    }
  }
});

/** Searches, prices, books, sends the booking again and reads; the scenario is requested wherever it applies. */
async function bookIn(
  server: Sandbox,
  keys: KeyPair,
  scenario?: string,
): Promise<{ responses: string[]; body: string }> {
  const baseUrl = await server.listen();
  const responses: string[] = [];
  const call = async (path: string, body?: object): Promise<Body> => {
    const headers = {
      ...server.headers(keys),
      'Content-Type': 'application/json',
      ...(scenario && APPLIES[scenario].includes(path) && { 'X-Sandbox-Scenario': scenario }),
    };
    const text = (
      await (
        await fetch(baseUrl + path, {
          method: body ? 'POST' : 'GET',
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
      ).text()
    ).replace(/"requestId":"[^"]*"/, '"requestId":""');
    responses.push(text);
    return JSON.parse(text);
  };
  const { searchId, offers } = await call('/search', AIRPORT_TO_TOWN);
  const { resultId, bookingToken } = offers.find(easy);
  const { pricingToken } = await call('/pricing', { searchId, resultId, bookingToken });
  const request = { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
  await call('/book', request);
  const body = present(responses.at(-1));
  await call('/book', request);
  await call(`/reservations/details?searchId=${searchId}`);
  return { responses: responses, body };
}

/** The calls of bookIn that a scenario applies to. */
const APPLIES: Record<string, string[]> = {
  '502-late': ['/book'],
  'resend-double-books': ['/book'],
  'short-lived': ['/search'],
  'search-expired': ['/book'],
  'expires-between-pricing-and-book': ['/pricing'],
};
