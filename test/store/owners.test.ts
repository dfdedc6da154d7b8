import { afterAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/base/clock.ts';
import { ALL_PROFILES } from '../../src/store/bounds.ts';
import type { JournaledExchange } from '../../src/store/journal.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ProfileState } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { journaled } from './journaled.ts';
import { leftovers } from './leftovers.ts';
import { booking, order, ownerOf, pendingBooking, pricing, profile, search } from './records.ts';
import { stores } from './stores.ts';

const LATER = 10 * DAY;
const BOUNDS = { searches: 2, orders: 2, bookings: 12 };
const RIDE = { aheadMs: 0, returnAheadMs: 0, otherDriverOn: null };

/** A profile with records of every kind, whose ids another profile has too. */
async function fill(store: Store, profileCode: string): Promise<void> {
  await store.profiles.add(...profile({ code: profileCode }));
  await store.searches.add(search({ searchId: 's1', profileCode, armed: 'book:failed' }));
  await store.searches.add(search({ searchId: 's2', profileCode }));
  for (const pricingToken of ['p1', 'p2'])
    await store.pricings.add(pricing({ pricingToken, profileCode, endsAt: 2000 }));
  const hold = { expiresAt: 9000, priceGuaranteedUntil: null };
  await store.orders.add(order({ orderId: 'o1', offerId: 'f1', profileCode, hold, overAt: 100 }));
  await store.orders.add(order({ orderId: 'o2', offerId: 'f2', profileCode, overAt: 200 }));
  const reserve = (id: string, more = {}) =>
    booking({ profileCode, searchId: 's1', pricingToken: `t-${id}`, ...more }, { reservationId: id });
  for (const [id, more] of [
    ['b1', { armed: 'read:502' }],
    ['b2', {}],
    ['b3', {}],
    ['b4', {}],
  ] as const)
    await store.bookings.add(reserve(id, more));
  await store.bookings.cancel(profileCode, 'b4', 1, { until: LATER, reads: 3 });
  const pending = { profileCode, searchId: 's1' };
  await store.bookings.add(
    pendingBooking('completed', 5000, { ...pending, pricingToken: 't-b5' }, { reservationId: 'b5' }),
  );
  await store.bookings.add(
    pendingBooking('completed', 5000, { ...pending, pricingToken: 't-b6' }, { reservationId: 'b6', replaces: 'b4' }),
  );
  await store.journal.append(
    [1, 2, 3].map((at) => journaled({ profileCode, at, exchangeId: `e${at}` })),
    { exchanges: 10, bytes: 1e6, unauthenticated: 200 },
  );
}

type Act = (store: Store, code: string) => Promise<unknown>;

const ACTS: Record<string, Act> = {
  'arms a search': ({ searches }, code) => searches.rearm(code, 's1', 'book:failed', null),
  'ends a search': ({ searches }, code) => searches.expire(code, 's1', 1500),
  'purges searches': async (store, code) => store.searches.purge(LATER, 10, await ownerOf(store, code)),
  'drops searches over a bound': ({ searches }, profileCode) => searches.add(search({ profileCode })),
  'drops expired searches over a bound': ({ searches }, profileCode) =>
    searches.add(search({ profileCode, createdAt: LATER })),
  'ends a pricing': ({ pricings }, code) => pricings.expire(code, 'p1', 1500),
  'purges pricings': async (store, code) => store.pricings.purge(LATER, 10, await ownerOf(store, code)),
  'drops pricings over a bound': ({ pricings }, profileCode) => pricings.add(pricing({ profileCode })),
  'ends a hold': ({ orders }, code) => orders.expireHold(code, 'o1', 10),
  'drops an order over a bound': ({ orders }, profileCode) => orders.add(order({ profileCode, createdAt: LATER })),
  'arms a booking': ({ bookings }, code) => bookings.rearm(code, 'b1', 'read:502', null),
  'counts a read': ({ bookings }, code) => bookings.countRead(code, 'b5'),
  'settles a booking': ({ bookings }, code) => bookings.settle(code, 'b5', 7000),
  'settles a change whose original is gone': ({ bookings }, code) => bookings.settle(code, 'b6', 7000),
  'decides a booking': ({ bookings }, code) =>
    bookings.decide(code, 'b5', 7000, { to: 'failed', errorCode: 'supplier_rejected' }),
  'cancels a reservation': ({ bookings }, code) => bookings.cancel(code, 'b2', 7000),
  'changes a reservation': ({ bookings }, profileCode) =>
    bookings.add(booking({ profileCode }, { reservationId: 'b9', replaces: 'b2' })),
  'counts a hidden read': ({ bookings }, code) => bookings.hidesCancellation(code, 'b4', 10),
  'shows a cancellation': ({ bookings }, code) => bookings.showCancellation(code, 'b4'),
  'changes a ride': ({ bookings }, code) => bookings.changeRide(code, 'b2', RIDE, { ...RIDE, aheadMs: 5 }),
  'drops a booking over a bound, with its pricing': async ({ bookings, pricings }, profileCode) => {
    await pricings.add(pricing({ pricingToken: 't-b4', profileCode }));
    for (let i = 0; i < 8; i++) await bookings.add(booking({ profileCode }));
  },
  'drops exchanges': ({ journal }, profileCode) =>
    journal.append([journaled({ profileCode, at: 4 })], { exchanges: 2, bytes: 1e6, unauthenticated: 200 }),
  'resets the profile': ({ states }, code) => states.clear(code, null, null),
  'removes the profile': ({ states }, code) => states.remove(code),
};

describe.each(stores)('in a store ($name) a profile that', ({ newAddress }) => {
  it.each(Object.entries(ACTS))('%s leaves another one with the same ids unchanged', async (_, act) => {
    const store = await openStore(newAddress(), BOUNDS);
    const [mine, other] = ['dp_mine00000000', 'dp_other0000000'];
    for (const code of [mine, other]) await fill(store, code);
    await store.pricings.purge(LATER, 1, await ownerOf(store, other));
    await store.pricings.add(pricing({ pricingToken: 't-b4', profileCode: other }));
    const [before, kept] = [await read(store, other), await store.kept(other)];
    const [mineBefore, read2] = [await read(store, mine), () => store.searches.find(other, 's2')];
    expect([(await read2())?.profileCode, (await store.searches.find(mine, 's2'))?.profileCode]).toEqual([other, mine]);

    await act(store, mine);
    expect(await store.states.read(mine, 1e8)).not.toEqual(mineBefore);
    expect(await read(store, other)).toEqual(before);
    expect(await store.kept(other)).toEqual(kept);
    expect(await read2()).toMatchObject({ searchId: 's2', profileCode: other });
    await store.close();
  });
});

describe.each(stores)('in a store ($name) reads of bookings before and during an event', ({ newAddress }) => {
  it.each(Object.entries(ACTS))('do not hide that a profile %s', async (_, act) => {
    const store = await openStore(newAddress(), BOUNDS);
    const code = 'dp_mine00000000';
    await fill(store, code);
    await readBookings(store, code);
    await Promise.all([act(store, code), ...Array.from({ length: 5 }, () => readBookings(store, code))]);

    const { records } = await store.resources.bookings(code, { after: null, limit: 100, newestFirst: false }, {});
    const known = new Map(records.map((state) => [state.booking.bookingId, state]));
    for (const { id, booking: one, armed, reservation } of await readBookings(store, code)) {
      const state = known.get(id);
      expect([one, armed]).toEqual([state?.booking, state?.booking.armed]);
      expect(reservation).toEqual(state?.booking.status === 'completed' ? state.reservation : undefined);
    }
    const underSearch = records.map((state) => state.booking).filter(({ searchId }) => searchId === 's1');
    expect(await store.bookings.find(code, { searchId: 's1' })).toEqual(underSearch);
    await store.close();
  });
});

/** Reads each booking by its id, in every way, and all of them by their search. */
async function readBookings({ bookings }: Store, code: string) {
  await bookings.find(code, { searchId: 's1' });
  return Promise.all(
    ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b9'].map(async (id) => ({
      id,
      booking: (await bookings.find(code, { bookingId: id }))[0],
      armed: (await bookings.findArmed(code, { reservationId: id }))?.armed,
      reservation: (await bookings.findReservation(code, { reservationId: id }))?.reservation,
    })),
  );
}

describe.each(stores)('while a state is written in slices ($name)', ({ name, durable, newAddress }) => {
  const stores: Store[] = [];
  const opened: string[] = [];
  afterAll(() => Promise.all(stores.map((store) => store.close().catch(() => undefined))));
  const open = async (bounds = { searches: 1000, orders: 1000, bookings: 1000 }) => {
    const path = newAddress();
    const store = await openStore(path, bounds);
    stores.push(store);
    opened.push(path);
    return store;
  };

  it('other profiles are served, and the profile keeps its previous rows', async () => {
    const store = await open();
    const [code, other] = await twoProfiles(store);
    await store.searches.add(search({ searchId: 'previous', profileCode: code }));
    const seen: unknown[] = [];
    const state = await stateOf(store, code, { searches: [row({ search_id: 'next' })] });
    const replaced = store.states.replace(
      code,
      onWriting(state, async () => {
        await store.searches.add(search({ searchId: 'meanwhile', profileCode: other }));
        seen.push('served');
        for (const id of ['previous', 'next']) seen.push((await store.searches.find(code, id))?.searchId);
      }),
    );
    expect(await replaced.then(() => seen.push('replaced'))).toBe(4);
    expect(seen).toEqual(['served', 'previous', undefined, 'replaced']);
    expect(await store.searches.find(code, 'previous')).toBeUndefined();
    expect((await store.searches.find(code, 'next'))?.profileCode).toBe(code);
  });

  it('another profile may use one of its ids, and each finds its own record', async () => {
    const store = await open();
    const [code, other] = await twoProfiles(store);
    const state = await stateOf(store, code, { searches: [row({ search_id: 'same', seed: 'imported' })] });
    await store.states.replace(
      code,
      onWriting(state, () => store.searches.add(search({ searchId: 'same', seed: 'drawn', profileCode: other }))),
    );
    for (const round of [1, 2]) {
      expect([round, (await store.searches.find(code, 'same'))?.seed]).toEqual([round, 'imported']);
      expect([round, (await store.searches.find(other, 'same'))?.seed]).toEqual([round, 'drawn']);
    }
  });

  it('a second profile that imports the same ids is refused', async () => {
    const store = await open();
    const [code, other] = await twoProfiles(store);
    const state = await stateOf(store, code, { searches: [row({ search_id: 'wanted' })] });
    const conflicts = await Promise.all([code, other].map((each) => store.states.replace(each, state)));
    const [kept, refused] = conflicts[0] === undefined ? [code, other] : [other, code];
    expect(conflicts.filter((conflict) => conflict !== undefined)).toEqual([{ conflicts: ['wanted'] }]);
    expect(await store.searches.find(refused, 'wanted')).toBeUndefined();
    expect(await store.searches.find(kept, 'wanted')).toBeDefined();
  });

  it('is refused if other profiles have used up the limit in the meantime', async () => {
    const store = await open({ searches: 4, orders: 4, bookings: 4 });
    const codes = Array.from({ length: 7 }, (_, i) => `dp_room0000000${i}`);
    for (const each of codes) await store.profiles.add(...profile({ code: each }));
    const [code, ...others] = codes;
    const rows = [1, 2, 3, 4].map((i) => bookingRow(`imported${i}`));
    const state = await stateOf(store, code, { bookings: rows });
    const conflict = await store.states.replace(
      code,
      onWriting(state, async () => {
        const takers = others.slice(0, 5).flatMap((profileCode) => [1, 2, 3, 4].map(() => booking({ profileCode })));
        await Promise.all(takers.map((taker) => store.bookings.add(taker)));
      }),
    );
    expect(conflict).toEqual({ kind: 'bookings', records: 4, max: 0 });
    expect((await store.kept(code)).bookings.count).toBe(0);
    expect(await store.bookings.find(code, { bookingId: 'imported1' })).toEqual([]);
    await store.states.remove(others[0]);
    expect(await store.states.replace(code, state)).toBeUndefined();
    expect(await store.bookings.add(booking({ profileCode: others[5] }))).toBe('full');
  });

  it('a purge of previous rows changes neither new rows nor counts', async () => {
    const most = 100;
    const store = await open({ searches: most, orders: most, bookings: most });
    const [code, ...others] = Array.from({ length: 6 }, (_, i) => `dp_purge000000${i}`);
    for (const each of [code, ...others]) await store.profiles.add(...profile({ code: each }));
    const fillWith = (profileCode: string) =>
      Promise.all(Array.from({ length: most }, () => store.searches.add(search({ profileCode }))));
    await fillWith(code);
    const owner = await ownerOf(store, code);
    const state = await stateOf(store, code, { searches: [row({ search_id: 'kept1' }), row({ search_id: 'kept2' })] });
    await store.states.replace(code, state);
    const purged = await store.searches.purge(LATER, most, owner);
    // PostgreSQL may have all of these rows locked by the sweep, and the purge passes over them.
    if (name !== 'PostgreSQL') expect(purged).toBeGreaterThan(0);
    expect((await read(store, code)).rows['searches']).toHaveLength(2);
    expect((await store.kept(code)).searches.count).toBe(2);
    for (const other of others) await fillWith(other);
    const kept = await Promise.all([code, ...others].map((each) => store.kept(each)));
    expect(kept.reduce((sum, { searches }) => sum + searches.count, 0)).toBeLessThanOrEqual(most * ALL_PROFILES);
  });

  it('a search of another profile that removes its previous rows does not change its count', async () => {
    const store = await open({ searches: 4, orders: 4, bookings: 4 });
    const codes = Array.from({ length: 6 }, (_, i) => `dp_full0000000${i}`);
    for (const each of codes) {
      await store.profiles.add(...profile({ code: each }));
      const [, count] = [each, each === codes[5] ? 0 : 4];
      for (let i = 0; i < count; i++) await store.searches.add(search({ profileCode: each }));
    }
    const state = await stateOf(store, codes[0], { searches: [1, 2, 3].map((i) => row({ search_id: `new${i}` })) });
    await store.states.replace(
      codes[0],
      onWriting(state, () => store.searches.add(search({ profileCode: codes[5] }))),
    );
    expect((await store.kept(codes[0])).searches).toEqual({ count: 3, most: 4, dropped: 0 });
    const kept = await Promise.all(codes.map((each) => store.kept(each)));
    expect(kept.map(({ searches }) => searches.count)).toEqual(
      await Promise.all(codes.map(async (each) => (await read(store, each)).rows['searches'].length)),
    );
  });

  it('a sweep keeps its new rows', async () => {
    const store = await open();
    const [code, other] = await twoProfiles(store);
    const state = await stateOf(store, code, { searches: [row({ search_id: 'kept' })] });
    const acts: Promise<void>[] = [];
    await store.states.replace(
      code,
      onWriting(state, async () => {
        acts.push(store.states.clear(other, null, null).then(() => store.states.swept()));
      }),
    );
    await Promise.all(acts);
    const { rows, journal } = await read(store, code);
    expect([rows['searches']?.length, journal.exchanges.length]).toEqual([1, 20]);
  });

  it('an export of a journal has no gap, even if the journal drops exchanges meanwhile', async () => {
    const store = await open();
    let dropped = 0;
    for (let turns = 0; turns < 60; turns += 2) {
      const profileCode = `dp_turns${String(turns).padStart(7, '0')}`;
      await store.profiles.add(...profile({ code: profileCode }));
      const add = async (exchanges: number, count: number) => {
        const bounds = { exchanges, bytes: 1e9, unauthenticated: 200 };
        const added = Array.from({ length: count }, () => journaled({ profileCode }));
        for (const code of await store.journal.append(added, bounds)) await store.journal.trim(code, bounds);
      };
      await add(100, 60);
      // Either begins first, and in the last rounds it has ended before the other one begins.
      const wait = async (begun: Promise<unknown>) => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        if (turns > 50) await begun;
      };
      const adding = turns % 4 === 2 ? add(30, 1) : undefined;
      if (adding) await wait(adding);
      const reading = store.journal.all(profileCode);
      if (!adding) await wait(reading);
      await (adding ?? add(30, 1));
      const exported = await reading;
      const sequences = exported.exchanges.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.map((_, i) => exported.dropped.exchanges + 1 + i));
      expect(sequences.at(-1)).toBe(exported.last);
      dropped += exported.dropped.exchanges > 0 ? 1 : 0;
    }
    expect(dropped).toBeGreaterThan(0);
  });

  it.runIf(durable).each<[string, (store: Store, code: string) => Promise<unknown>]>([
    ['an import', async (store, code) => store.states.replace(code, await stateOf(store, code, {}))],
    [
      'an import that fails',
      async (store, code) => {
        const state = await stateOf(store, code, { searches: [row({ search_id: 'new' })] });
        const journal = { ...state.journal, exchanges: [null as never] };
        await expect(store.states.replace(code, { ...state, journal })).rejects.toThrow();
      },
    ],
    ['a reset', (store, code) => store.states.clear(code, null, null)],
    ['a removal', (store, code) => store.states.remove(code)],
  ])('%s leaves no rows behind that no profile has', async (_, act) => {
    const store = await open();
    const path = opened.at(-1) ?? '';
    for (const code of ['dp_mine00000000', 'dp_other0000000']) {
      await store.profiles.add(...profile({ code }));
      for (let i = 0; i < 120; i++) await store.searches.add(search({ profileCode: code }));
      await store.bookings.add(booking({ profileCode: code }));
      await store.journal.append([journaled({ profileCode: code })], {
        exchanges: 10,
        bytes: 1e6,
        unauthenticated: 200,
      });
    }
    await act(store, 'dp_mine00000000');
    await expectSwept(store, path);
  });

  it.runIf(durable)('a closed store has the previous state when it is opened again', async () => {
    const store = await open();
    const path = opened.at(-1) ?? '';
    const [code] = await twoProfiles(store);
    await store.searches.add(search({ searchId: 'previous', profileCode: code }));
    const state = await stateOf(store, code, { searches: [row({ search_id: 'next' })] });
    const before = await read(store, code);
    let closed: Promise<void> | undefined;
    const replaced = store.states.replace(
      code,
      onWriting(state, () => (closed = store.close())),
    );
    await expect(replaced).rejects.toThrow();
    await closed;
    expect(await leftovers(path)).not.toEqual({});
    const again = await openStore(path);
    expect(await read(again, code)).toEqual(before);
    await expectSwept(again, path);
  });
});

/** Closes the store too. Leftovers of a database wait for requests of other processes. */
async function expectSwept(store: Store, path: string): Promise<void> {
  await store.states.swept();
  const left = () => store.states.swept().then(() => leftovers(path));
  if (store.isShared) await expect.poll(left, { timeout: 60_000, interval: 500 }).toEqual({});
  await store.close();
  expect(await leftovers(path)).toEqual({});
}

async function twoProfiles(store: Store): Promise<[string, string]> {
  const codes: [string, string] = ['dp_mine00000000', 'dp_other0000000'];
  for (const code of codes) await store.profiles.add(...profile({ code }));
  return codes;
}

async function read(store: Store, code: string): Promise<ProfileState> {
  const state = await store.states.read(code, 1e8);
  if (state === undefined || state === 'too-large') throw new Error(`the state of ${code} is ${state}`);
  return state;
}

/** The state of a profile with other rows. */
async function stateOf(store: Store, code: string, rows: ProfileState['rows']): Promise<ProfileState> {
  const state = await read(store, code);
  return { ...state, rows: { ...state.rows, ...rows } };
}

/**
 * Calls `act` once the rows of a state are written, and before its exchanges are. The first ones take as long as a
 * slice, so that the loop turns.
 */
function onWriting(state: ProfileState, act: () => Promise<unknown>): ProfileState {
  const exchanges = Array.from({ length: 20 }, () => toJournaled());
  for (const [i, exchange] of exchanges.entries()) {
    const { path } = exchange;
    Object.defineProperty(exchange, 'path', {
      enumerable: true,
      get() {
        if (i === 0) void act();
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6);
        return path;
      },
    });
  }
  return { ...state, journal: { ...state.journal, exchanges } };
}

function toJournaled(): JournaledExchange {
  const { profileCode: _, ...rest } = journaled();
  const message = { headers: [], body: null, encoding: 'utf-8' as const, bodyBytes: 0, cut: false };
  return { ...rest, sequence: 0, request: message, response: null };
}

function row(more: Record<string, string | number | null>) {
  return {
    search_id: 'id',
    kind: 'flights',
    seed: 'seed',
    created_at: 1000,
    expires_at: 2000,
    origin: '{}',
    armed: null,
    ends_at: null,
    ...more,
  };
}

function bookingRow(id: string) {
  return {
    booking_id: id,
    pricing_token: `t-${id}`,
    search_id: 's',
    request: '{}',
    status: 'completed',
    reads: 0,
    confirmation_number: id,
    state: 'confirmed',
    reservation: '{}',
    created_at: 1,
    pickup_at: 1,
    last_pickup_at: 1,
  };
}
