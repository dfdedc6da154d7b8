import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { booking, MINE, order, OTHER, ownerOf, pendingBooking, pricing, profile, search } from './records.ts';
import { durableStores, stores } from './stores.ts';

describe.each(
  await Promise.all(stores.map(async ({ name, newAddress }) => ({ name, store: await openStore(newAddress()) }))),
)('the $name store', ({ store }) => {
  afterAll(() => store.close());
  const { profiles, searches, orders, pricings, bookings } = store;
  beforeAll(async () => {
    for (const code of [MINE, OTHER]) await profiles.add(...profile({ code }));
  });

  describe('profiles', () => {
    it('can be found by the public key of a credential', async () => {
      const [mine, credential] = profile({ code: 'dp_found0000000' });
      await profiles.add(mine, credential);
      expect(await profiles.findCredential(credential.publicKey)).toEqual({ profile: mine, credential });
      expect(await profiles.findCredential('pk_nobody')).toBeUndefined();
    });

    it('stay unchanged when they are added again', async () => {
      const [mine, credential] = profile({ code: 'dp_again0000000' });
      await profiles.add(mine, credential);
      await profiles.add({ ...mine, name: 'Changed' }, { ...credential, secretHash: 'other' });
      expect(await profiles.findCredential(credential.publicKey)).toEqual({ profile: mine, credential });
    });

    it('can be found by a revoked credential too', async () => {
      const [mine, credential] = profile({ revokedAt: 99 });
      await profiles.add(mine, credential);
      expect((await profiles.findCredential(credential.publicKey))?.credential.revokedAt).toBe(99);
    });

    it('can be found after an earlier unsuccessful look-up', async () => {
      const [mine, credential] = profile();
      expect(await profiles.findCredential(credential.publicKey)).toBeUndefined();
      await profiles.add(mine, credential);
      expect(await profiles.findCredential(credential.publicKey)).toBeDefined();
    });
  });

  describe('searches', () => {
    it('are returned unchanged, to their profile only', async () => {
      const record = search({ kind: 'change' });
      await searches.add(record);
      expect(await searches.find(MINE, record.searchId)).toEqual(record);
      expect(await searches.find(OTHER, record.searchId)).toBeUndefined();
      expect(await searches.find(MINE, 'nothing')).toBeUndefined();
    });

    it('concurrent searches are all stored when the calls return', async () => {
      const records = Array.from({ length: 137 }, () => search());
      await Promise.all(
        records.map(async (record) => {
          await searches.add(record);
          expect(await searches.find(MINE, record.searchId)).toEqual(record);
        }),
      );
    });

    it('searches expired before an instant are removed up to a limit, and nothing else', async () => {
      const expired = Array.from({ length: 7 }, () => search({ expiresAt: 499 }));
      const alive = [search({ expiresAt: 500 }), search({ expiresAt: 501 })];
      const kept = [order({ createdAt: 1 }), order({ createdAt: 1 })];
      const reserved = booking({ createdAt: 1 });
      const priced = pricing({ expiresAt: 1 });
      await Promise.all([...expired, ...alive].map((record) => searches.add(record)));
      await Promise.all(kept.map((record) => orders.add(record)));
      await bookings.add(reserved);
      await pricings.add(priced);
      for (const { searchId } of expired) expect(await searches.find(MINE, searchId)).toBeDefined();
      const purged = [
        await searches.purge(500, 3, await ownerOf(store, MINE)),
        await searches.purge(500, 3, await ownerOf(store, MINE)),
        await searches.purge(500, 3, await ownerOf(store, MINE)),
        await searches.purge(500, 3, await ownerOf(store, MINE)),
      ];
      expect(purged).toEqual([3, 3, 1, 0]);
      for (const { searchId } of expired) expect(await searches.find(MINE, searchId)).toBeUndefined();
      for (const record of alive) expect(await searches.find(MINE, record.searchId)).toEqual(record);
      for (const record of kept) expect(await orders.find(MINE, record.orderId)).toEqual(record);
      expect(await bookings.find(MINE, { bookingId: reserved.bookingId })).toEqual([reserved]);
      expect(await pricings.find(MINE, priced.pricingToken)).toEqual(priced);
    });
  });

  describe('orders', () => {
    it('are returned unchanged, by id and by offer, to their profile only', async () => {
      const record = order({ status: 'held', gdsprovider: 0 });
      expect(await orders.add(record)).toBe('added');
      expect(await orders.find(MINE, record.orderId)).toEqual(record);
      expect(await orders.findByOffer(MINE, record.offerId)).toEqual(record);
      expect(await orders.find(OTHER, record.orderId)).toBeUndefined();
      expect(await orders.findByOffer(OTHER, record.offerId)).toBeUndefined();
    });

    it('concurrent orders for one offer are one order', async () => {
      const records = Array.from({ length: 20 }, () => order({ offerId: 'wanted' }));
      const responses = await Promise.all(records.map((record) => orders.add(record)));
      expect(responses.filter((response) => response === 'added')).toHaveLength(1);
      const kept = await orders.findByOffer(MINE, 'wanted');
      expect(kept).toEqual(records[responses.indexOf('added')]);
      const found = await Promise.all(records.map(({ orderId }) => orders.find(MINE, orderId)));
      expect(found.filter(Boolean)).toEqual([kept]);
    });
  });

  describe('pricings', () => {
    it('are returned unchanged, to their profile only, until they are purged', async () => {
      const [old, fresh] = [pricing({ expiresAt: 99 }), pricing({ amenities: [] })];
      await pricings.add(old);
      await pricings.add(fresh);
      expect(await pricings.find(MINE, old.pricingToken)).toEqual(old);
      expect(await pricings.find(OTHER, old.pricingToken)).toBeUndefined();
      while ((await pricings.purge(100, 1, await ownerOf(store, MINE))) > 0);
      expect(await pricings.find(MINE, old.pricingToken)).toBeUndefined();
      expect(await pricings.find(MINE, fresh.pricingToken)).toEqual(fresh);
    });
  });

  describe('bookings', () => {
    it('completed bookings make their reservation', async () => {
      const record = booking({ partnerTrackingId: 'trip' });
      expect(await bookings.add(record)).toBe('added');
      const { bookingId, pricingToken, searchId, reservation } = record;
      for (const key of [{ bookingId }, { pricingToken }, { searchId }, { partnerTrackingId: 'trip' }])
        expect(await bookings.find(MINE, key)).toEqual([record]);
      expect(await bookings.find(OTHER, { bookingId })).toEqual([]);
      const { reservationId, confirmationNumber } = reservation;
      for (const key of [{ reservationId }, { confirmationNumber }]) {
        expect(await bookings.findReservation(MINE, key)).toEqual({
          bookingId,
          profileCode: MINE,
          reservation,
          closedAt: null,
          ride: { aheadMs: 0, returnAheadMs: 0, otherDriverOn: null },
        });
        expect(await bookings.findReservation(OTHER, key)).toBeUndefined();
      }
    });

    it('concurrent bookings of one pricing are one booking', async () => {
      const records = Array.from({ length: 20 }, () => booking({ pricingToken: 'pt_wanted' }));
      const responses = await Promise.all(records.map((record) => bookings.add(record)));
      expect(responses.filter((response) => response === 'added')).toHaveLength(1);
      expect(responses.filter((response) => response === 'pricing-taken')).toHaveLength(19);
      expect(await bookings.find(MINE, { pricingToken: 'pt_wanted' })).toEqual([records[responses.indexOf('added')]]);
      const made = await Promise.all(
        records.map(({ reservation: { reservationId } }) => bookings.findReservation(MINE, { reservationId })),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
    });

    it('concurrent bookings are each kept, except those of a booked pricing', async () => {
      const [before, ...others] = Array.from({ length: 45 }, () => booking());
      await bookings.add(before);
      const again = booking({ pricingToken: before.pricingToken });
      const responses = await Promise.all(
        [...others.slice(0, 20), again, ...others.slice(20)].map((record) => bookings.add(record)),
      );
      expect(responses.splice(20, 1)).toEqual(['pricing-taken']);
      expect(new Set(responses)).toEqual(new Set(['added']));
      for (const record of [before, ...others])
        expect(await bookings.find(MINE, { pricingToken: record.pricingToken })).toEqual([record]);
    });

    it('bookings under one key come oldest first', async () => {
      const records = [
        booking({ searchId: 'same' }),
        pendingBooking('failed', null, { searchId: 'same' }),
        booking({ searchId: 'same', createdAt: 1 }),
      ];
      for (const record of records) await bookings.add(record);
      expect(await bookings.find(MINE, { searchId: 'same' })).toEqual(records);
    });

    it('pending bookings make no reservation until they are settled', async () => {
      const record = pendingBooking();
      const {
        bookingId,
        reservation: { reservationId },
      } = record;
      await bookings.add(record);
      expect(await bookings.findReservation(MINE, { reservationId })).toBeUndefined();
      const counts = await Promise.all([1, 2, 3].map(() => bookings.countRead(MINE, bookingId)));
      expect(counts.toSorted()).toEqual([1, 2, 3]);
      const settled = await Promise.all([1, 2, 3].map(() => bookings.settle(MINE, bookingId, 9000)));
      expect(settled.map(({ status, settlement, reads }) => [status, settlement, reads])).toEqual(
        settled.map(() => ['completed', null, 3]),
      );
      expect(await bookings.findReservation(MINE, { reservationId })).toMatchObject({
        reservation: { state: 'confirmed' },
      });
    });

    it('bookings settled to failed make no reservation, and keep the reason', async () => {
      const record = pendingBooking('failed');
      await bookings.add(record);
      expect(await bookings.settle(MINE, record.bookingId, 9000)).toMatchObject({
        status: 'failed',
        errorCode: 'supplier_rejected',
        settlement: null,
      });
      expect(await bookings.findReservation(MINE, { reservationId: record.reservation.reservationId })).toBeUndefined();
    });

    it('bookings of another profile are neither counted nor settled', async () => {
      const record = pendingBooking();
      await bookings.add(record);
      await expect(bookings.countRead(OTHER, record.bookingId)).rejects.toThrow();
      await expect(bookings.settle(OTHER, record.bookingId, 9000)).rejects.toThrow();
      expect(await bookings.find(MINE, { bookingId: record.bookingId })).toEqual([record]);
    });

    it('due bookings are listed earliest first, up to a limit, and only pending ones', async () => {
      for (const { profileCode, bookingId } of await bookings.due(MINE, Number.MAX_SAFE_INTEGER, 1000))
        await bookings.settle(profileCode, bookingId, 9000);
      const [second, first, later, never, done] = [
        pendingBooking('completed', 200),
        pendingBooking('failed', 100),
        pendingBooking('completed', 301),
        pendingBooking('completed', null),
        booking(),
      ];
      for (const record of [second, first, later, never, done]) await bookings.add(record);
      expect(await bookings.due(MINE, 300, 10)).toEqual([first, second]);
      expect(await bookings.due(MINE, 301, 10)).toEqual([first, second, later]);
      expect(await bookings.due(MINE, 300, 1)).toEqual([first]);
      expect(await bookings.due(MINE, 99, 10)).toEqual([]);
      expect(await bookings.due(OTHER, 301, 10)).toEqual([]);
    });
  });

  describe('a reservation', () => {
    it('is cancelled once, by its own profile', async () => {
      const record = booking();
      await bookings.add(record);
      const { reservationId } = record.reservation;
      expect(await bookings.cancel(OTHER, reservationId, 5000)).toBe(false);
      const responses = await Promise.all([5000, 6000, 7000].map((at) => bookings.cancel(MINE, reservationId, at)));
      expect(responses.filter(Boolean)).toHaveLength(1);
      const { reservation } = (await bookings.findReservation(MINE, { reservationId })) ?? {};
      expect(reservation).toMatchObject({
        state: 'cancelled',
        cancelledAt: new Date(5000 + 1000 * responses.indexOf(true)).toISOString(),
      });
    });

    it('is closed by its replacement in one step', async () => {
      const original = booking();
      await bookings.add(original);
      const change = booking({}, { replaces: original.reservation.reservationId });
      expect(await bookings.add(change)).toBe('added');
      const closed = await bookings.findReservation(MINE, { reservationId: original.reservation.reservationId });
      expect(closed?.reservation).toMatchObject({ state: 'changed', replacedBy: change.reservation.reservationId });
      expect(await bookings.cancel(MINE, original.reservation.reservationId, 1)).toBe(false);
    });

    it('is replaced once by concurrent changes, and the others leave no records', async () => {
      const original = booking();
      await bookings.add(original);
      const changes = Array.from({ length: 5 }, () => booking({}, { replaces: original.reservation.reservationId }));
      const responses = await Promise.all(changes.map((change) => bookings.add(change)));
      expect(responses.toSorted()).toEqual([
        'added',
        'original-closed',
        'original-closed',
        'original-closed',
        'original-closed',
      ]);
      for (const [
        i,
        {
          bookingId,
          reservation: { reservationId },
        },
      ] of changes.entries()) {
        const kept = responses[i] === 'added' ? 1 : 0;
        expect(await bookings.find(MINE, { bookingId })).toHaveLength(kept);
        expect([await bookings.findReservation(MINE, { reservationId })].filter(Boolean)).toHaveLength(kept);
      }
    });

    it('a reservation cancelled during a pending change stays cancelled, and the change fails', async () => {
      const original = booking();
      const { reservationId } = original.reservation;
      await bookings.add(original);
      const change = pendingBooking('completed', 1, {}, { replaces: reservationId });
      expect(await bookings.add(change)).toBe('added');
      expect((await bookings.findReservation(MINE, { reservationId }))?.reservation.state).toBe('confirmed');
      await bookings.cancel(MINE, reservationId, 1);
      expect(await bookings.settle(MINE, change.bookingId, 9000)).toMatchObject({
        status: 'failed',
        errorCode: 'reservation_not_changeable',
      });
      expect((await bookings.findReservation(MINE, { reservationId }))?.reservation).toMatchObject({
        state: 'cancelled',
        replacedBy: null,
      });
      expect(await bookings.findReservation(MINE, { reservationId: change.reservation.reservationId })).toBeUndefined();
    });
  });
});

it.each(stores)('two stores ($name) are isolated', async ({ newAddress }) => {
  const [one, two] = await Promise.all([openStore(newAddress()), openStore(newAddress())]);
  for (const { profiles } of [one, two]) await profiles.add(...profile());
  const record = order();
  await one.orders.add(record);
  expect(await two.orders.find(MINE, record.orderId)).toBeUndefined();
  expect(await two.orders.add(record)).toBe('added');
  await Promise.all([one.close(), two.close()]);
});

describe.each(durableStores)('a store ($name)', ({ newAddress }) => {
  it('keeps all records after it is reopened, and counts its openings', async () => {
    const path = newAddress();
    const [mine, credential] = profile();
    const records = {
      search: search(),
      order: order(),
      pricing: pricing(),
      booking: booking(),
      pending: pendingBooking(),
    };
    const first = await openStore(path);
    await first.profiles.add(mine, credential);
    await first.searches.add(records.search);
    await first.orders.add(records.order);
    await first.pricings.add(records.pricing);
    await first.bookings.add(records.booking);
    await first.bookings.add(records.pending);
    await first.close();

    const second = await openStore(path);
    expect([first.opened, second.opened]).toEqual([1, 2]);
    expect(await second.profiles.findCredential(credential.publicKey)).toEqual({ profile: mine, credential });
    expect(await second.searches.find(MINE, records.search.searchId)).toEqual(records.search);
    expect(await second.orders.find(MINE, records.order.orderId)).toEqual(records.order);
    expect(await second.pricings.find(MINE, records.pricing.pricingToken)).toEqual(records.pricing);
    expect(await second.bookings.find(MINE, { bookingId: records.booking.bookingId })).toEqual([records.booking]);
    expect(await second.bookings.due(MINE, Number.MAX_SAFE_INTEGER, 10)).toEqual([records.pending]);
    await second.close();
  });

  it('has one user at a time as a file and several in a database, and is released afterwards', async () => {
    const path = newAddress();
    const first = await openStore(path);
    if (first.isShared) await (await openStore(path)).close();
    else await expect(openStore(path)).rejects.toThrow(/in use by another process; stop it first, or give another /);
    await first.close();
    await (await openStore(path)).close();
  });
});
