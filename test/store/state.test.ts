import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ProfileState } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import type { Body } from '../support/body.ts';
import { booking, order, pendingBooking, pricing, profile, search } from './records.ts';
import { stores } from './stores.ts';

const PLENTY = 1e8;
const opened = await Promise.all(
  stores.map(async ({ name, newAddress }) => ({ name, store: await openStore(newAddress()) })),
);

describe.each(opened)('a state in the $name store', ({ store }) => {
  afterAll(() => store.close());
  const { states } = store;

  it('contains every table with rows of profiles', async () => {
    expect((await states.tables()).sort()).toEqual(['bookings', 'orders', 'pricings', 'searches']);
  });

  it('survives export, removal and import, even into another profile', async () => {
    const code = await fill(store);
    const other = await newProfile(store);
    const state = await read(store, code);
    expect(Object.values(state.rows).map((rows) => rows.length)).toEqual([3, 1, 1, 600]);
    expect(JSON.stringify(state)).not.toContain(code);

    await states.clear(code, null, null);
    expect(await read(store, code)).toMatchObject({
      clock: null,
      armed: null,
      journal: { exchanges: [] },
      rows: { bookings: [], orders: [], pricings: [], searches: [] },
    });
    expect(await states.replace(other, state)).toBeUndefined();
    expect(await read(store, other)).toEqual(state);
    expect(await states.replace(code, state)).toEqual({ conflicts: expect.any(Array) });

    await states.clear(other, null, null);
    expect(await states.replace(code, state)).toBeUndefined();
    expect(await read(store, code)).toEqual(state);
    await states.clear(code, null, null);
  });

  it('can be read up to a length limit', async () => {
    const code = await fill(store);
    const { rows, journal } = await read(store, code);
    const length =
      JSON.stringify(journal).length +
      Object.values(rows)
        .flat()
        .reduce((sum, row) => sum + JSON.stringify(row).length, 0);
    expect(await states.read(code, length - 1)).toBe('too-large');
    expect(await states.read(code, length)).toMatchObject({ rows });
    await states.clear(code, null, null);
  });

  it('a stored state leaves another profile unchanged', async () => {
    const [mine, other] = [await fill(store), await fill(store)];
    const before = await read(store, other);
    await states.clear(mine, null, null);
    await states.remove(mine);
    expect(await read(store, other)).toEqual(before);
    await states.clear(other, null, null);
  });

  it('a state with ids of another profile changes nothing, and names them', async () => {
    const [mine, other] = [await fill(store), await fill(store)];
    const before = await read(store, mine);
    const conflict = await states.replace(mine, await read(store, other));
    expect((conflict as { conflicts: string[] }).conflicts).toHaveLength(5);
    expect(await read(store, mine)).toEqual(before);
    await Promise.all([states.clear(mine, null, null), states.clear(other, null, null)]);
  });

  it.each<[string, (rows: Body) => unknown, { path: string; message: RegExp }]>([
    [
      'a table that there is not',
      (rows) => {
        rows.credentials = [];
      },
      { path: '/credentials', message: /no table "credentials"; there are/ },
    ],
    [
      'a column that there is not',
      (rows) => {
        rows.searches[7].profile_code = 'dp_x';
      },
      { path: '/searches/7/profile_code', message: /no column "profile_code"; there are/ },
    ],
    [
      'a column of the prototype',
      (rows) => {
        rows.searches[0] = JSON.parse('{"__proto__":{"search_id":"a"}}');
      },
      { path: '/searches/0/__proto__', message: /no column/ },
    ],
    [
      'a missing column',
      (rows) => {
        delete rows.orders[0].answer;
      },
      { path: '/orders/0/answer', message: /must not be missing/ },
    ],
    [
      'null where there must be something',
      (rows) => {
        rows.orders[0].status = null;
      },
      { path: '/orders/0/status', message: /must not be null/ },
    ],
    [
      'a text for a number',
      (rows) => {
        rows.bookings[2].created_at = '1';
      },
      { path: '/bookings/2/created_at', message: /whole number, got string/ },
    ],
    [
      'a fraction for a whole number',
      (rows) => {
        rows.bookings[2].reads = 0.5;
      },
      { path: '/bookings/2/reads', message: /whole number/ },
    ],
    [
      'a number for a text',
      (rows) => {
        rows.pricings[0].search_id = 5;
      },
      { path: '/pricings/0/search_id', message: /a text, got number/ },
    ],
    [
      'an id twice',
      (rows) => {
        rows.searches[9].search_id = rows.searches[8].search_id;
      },
      { path: '/searches', message: /an id twice/ },
    ],
  ])('a state with %s changes nothing, and the refusal names the place', async (_, corrupt, { path, message }) => {
    const code = await fill(store);
    const before = await read(store, code);
    const { rows, ...rest } = structuredClone(before);
    corrupt(rows);
    expect(await states.replace(code, { ...rest, rows })).toEqual({ path, message: expect.stringMatching(message) });
    expect(await read(store, code)).toEqual(before);
    await states.clear(code, null, null);
  });

  it('a state with an invalid last row changes nothing', async () => {
    const code = await fill(store);
    const before = await read(store, code);
    const bad = { ...before, journal: { ...before.journal, exchanges: [null as never] } };
    await expect(states.replace(code, bad)).rejects.toThrow();
    expect(await read(store, code)).toEqual(before);
    await states.clear(code, null, null);
  });

  it('a failed import of a state keeps concurrent writes of others', async () => {
    const [code, other] = [await fill(store), await newProfile(store)];
    const state = await read(store, code);
    await states.clear(code, null, null);
    const [row] = state.rows['searches'];
    const replaced = states.replace(code, {
      ...state,
      rows: { ...state.rows, searches: [...state.rows['searches'], row] },
    });
    let over = false;
    void replaced.finally(() => {
      over = true;
    });
    const kept: string[] = [];
    while (!over) {
      const mine = pricing({ profileCode: other });
      await store.pricings.add(mine);
      kept.push(mine.pricingToken);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await replaced).toBeDefined();
    expect((await read(store, other)).rows['pricings'].length).toBe(kept.length);
    expect((await read(store, code)).rows['searches']).toEqual([]);
  });

  it('updates name, margin, clock and armed scenarios for cached credentials too', async () => {
    const code = await newProfile(store);
    const { publicKey } = (await store.profiles.credentials(code))[0];
    await store.profiles.findCredential(publicKey);
    await states.replace(code, {
      ...(await read(store, code)),
      profile: { name: 'Restored', marginPercent: 12.5 },
      clock: { aheadMs: 60_000 },
      armed: { scenario: 'pending', calls: 2 },
    });
    expect((await store.profiles.findCredential(publicKey))?.profile).toMatchObject({
      code,
      name: 'Restored',
      marginPercent: 12.5,
      clock: { aheadMs: 60_000 },
      armed: { scenario: 'pending', calls: 2 },
    });
    await states.clear(code, null, null);
    expect((await store.profiles.findCredential(publicKey))?.profile).toMatchObject({
      name: 'Restored',
      clock: null,
      armed: null,
    });
  });

  it('is removed with its profile, including the credentials', async () => {
    const code = await fill(store);
    const { publicKey } = (await store.profiles.credentials(code))[0];
    await store.profiles.findCredential(publicKey);
    await states.remove(code);
    await expect(states.remove(code)).rejects.toThrow(`replaced or removed the state of ${code}`);
    expect(await store.profiles.findCredential(publicKey)).toBeUndefined();
    expect(await store.profiles.find(code)).toBeUndefined();
    expect(await states.read(code, PLENTY)).toBeUndefined();
  });
});

let made = 0;

async function newProfile(store: Store): Promise<string> {
  const [mine, credential] = profile({ code: `dp_state${String(++made).padStart(7, '0')}` });
  await store.profiles.add(mine, credential);
  return mine.code;
}

/** A profile with something of everything; more searches than are read or written at once. */
async function fill(store: Store): Promise<string> {
  const profileCode = await newProfile(store);
  const searches = Array.from({ length: 600 }, () => search({ profileCode, armed: 'book:pending' }));
  await Promise.all(searches.map((record) => store.searches.add(record)));
  await store.pricings.add(pricing({ profileCode }));
  await store.orders.add(order({ profileCode }));
  for (const record of [
    booking({ profileCode, partnerTrackingId: 'trip' }),
    pendingBooking('failed', 500, { profileCode }),
    booking({ profileCode, createdAt: 1 }),
  ])
    await store.bookings.add(record);
  await store.profiles.setClock(profileCode, null, { frozenAt: 1000 });
  await store.profiles.arm(profileCode, { scenario: 'slow', calls: null });
  return profileCode;
}

async function read(store: Store, code: string): Promise<ProfileState> {
  const state = await store.states.read(code, PLENTY);
  if (state === undefined || state === 'too-large') throw new Error(`the state of ${code} is ${state}`);
  return state;
}
