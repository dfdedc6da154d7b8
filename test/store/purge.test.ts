import { afterEach, expect, it, vi } from 'vitest';
import { countFromNow } from '../../bench/servers/count-statements.cjs';
import type { Clock } from '../../src/base/clock.ts';
import { DAY, MINUTE, VirtualClock } from '../../src/base/clock.ts';
import { defaults } from '../../src/config/config.ts';
import { createSandbox } from '../../src/index.ts';
import { startPurge } from '../../src/server/purge.ts';
import type { Service } from '../../src/service.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { Row } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { callable } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { MINE, order, OTHER, pricing, profile, search } from './records.ts';

afterEach(() => void vi.useRealTimers());

it('removes searches and pricings one offer lifetime after expiry, 200 at a time, and nothing else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await openStore(':memory:');
  await store.profiles.add(...profile({ code: MINE }));
  const expiresAt = 1_000_000;
  const clock = new VirtualClock(expiresAt + defaults.offerMinutes * MINUTE);
  const [expired, alive] = [
    Array.from({ length: 450 }, () => search({ expiresAt })),
    search({ expiresAt: expiresAt + MINUTE }),
  ];
  const [priced, kept] = [pricing({ expiresAt }), order({ createdAt: 1 })];
  await Promise.all([...expired, alive].map((record) => store.searches.add(record)));
  await store.pricings.add(priced);
  await store.orders.add(kept);
  const purge = vi.spyOn(store.searches, 'purge');
  const found = async () =>
    (await Promise.all(expired.map(({ searchId }) => store.searches.find(MINE, searchId)))).filter(Boolean).length;

  const stop = purgeOf(store, clock);
  await nextRound();
  expect(await found()).toBe(450);
  expect(purge).not.toHaveBeenCalled();

  clock.advance(MINUTE);
  await nextRound();
  // Looking for them all the time would keep the purge from its work.
  await vi.waitFor(() => expect(purge).toHaveReturnedTimes(3), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await found()).toBe(0), { timeout: 20_000 });
  expect(await Promise.all(purge.mock.results.map(({ value }) => value))).toEqual([200, 200, 50]);
  await vi.waitFor(async () => expect(await store.pricings.find(MINE, priced.pricingToken)).toBeUndefined(), {
    timeout: 20_000,
  });
  expect(await store.searches.find(MINE, alive.searchId)).toEqual(alive);
  expect(await store.orders.find(MINE, kept.orderId)).toEqual(kept);

  await stop();
  purge.mockClear();
  vi.advanceTimersByTime(10_000);
  expect(purge).not.toHaveBeenCalled();
  await store.close();
});

it('keeps searches by the clock of their profile; a clock move removes them one round later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await openStore(':memory:');
  const clock = new VirtualClock(1_000_000);
  await store.profiles.add(...profile({ code: MINE }));
  await store.profiles.add(...profile({ code: OTHER }));
  const [mine, others] = [search({ expiresAt: 1_000_000 }), search({ expiresAt: 1_000_000, profileCode: OTHER })];
  await Promise.all([mine, others].map((record) => store.searches.add(record)));
  const stop = purgeOf(store, clock);
  const countOf = async (code: string) => (await store.kept(code)).searches.count;
  const expectKept = async (...kept: boolean[]) => {
    await nextRound();
    await vi.waitFor(async () => expect([await countOf(MINE), await countOf(OTHER)]).toEqual(kept.map(Number)));
  };

  await store.profiles.setClock(MINE, null, { frozenAt: 1_000_000 });
  clock.advance(DAY);
  await expectKept(true, false);
  await expectKept(true, false);

  await store.profiles.setClock(MINE, { frozenAt: 1_000_000 }, { aheadMs: 0 });
  await expectKept(true, false);
  await expectKept(false, false);

  await stop();
  await store.close();
});

it('looks for expired records only in profiles with a due record', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await openStore(':memory:');
  const clock = new VirtualClock(1_000_000);
  const codes = Array.from({ length: 300 }, (_, i) => `dp_many${String(i).padStart(8, '0')}`);
  for (const code of codes) {
    await store.profiles.add(...profile({ code }));
    await store.profiles.setClock(code, null, { frozenAt: 1_000_000 });
    await store.searches.add(search({ profileCode: code, expiresAt: 1_000_000 }));
  }
  const purge = vi.spyOn(store.searches, 'purge');
  const stop = purgeOf(store, clock);

  await nextRound();
  clock.advance(DAY);
  await nextRound();
  await store.profiles.setClock(codes[7] ?? '', { frozenAt: 1_000_000 }, { frozenAt: 1_000_000 + DAY });
  await nextRound();
  expect(purge).not.toHaveBeenCalled();
  await nextRound();
  const owners = new Map((await store.profiles.clocks()).map(({ owner, code }) => [owner, code]));
  await vi.waitFor(() => expect(purge.mock.calls.map(([, , owner]) => owners.get(owner))).toEqual([codes[7]]));
  purge.mockClear();
  await nextRound();
  expect(purge).not.toHaveBeenCalled();

  await stop();
  await store.close();
});

it('removes records that expired before the store was opened or imported', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const path = temporaryFile();
  const before = await openStore(path);
  await before.profiles.add(...profile({ code: MINE }));
  const old = search({ expiresAt: 1_000_000 });
  await before.searches.add(old);
  await before.close();
  const store = await openStore(path);
  await store.profiles.add(...profile({ code: OTHER }));
  const state = await store.states.read(MINE, 1e6);
  if (!state || state === 'too-large') throw new Error('the profile was not exported');
  const imported = Object.fromEntries(Object.entries(state.rows).map(([name, rows]) => [name, rows.map(renamed)]));
  expect(await store.states.replace(OTHER, { ...state, rows: imported })).toBeUndefined();
  const stop = purgeOf(store, new VirtualClock(1_000_000 + DAY));

  await nextRound();
  await vi.waitFor(async () =>
    expect([(await store.kept(MINE)).searches.count, (await store.kept(OTHER)).searches.count]).toEqual([0, 0]),
  );
  expect(await store.searches.find(MINE, old.searchId)).toBeUndefined();
  expect(await store.searches.find(OTHER, `other-${old.searchId}`)).toBeUndefined();

  await stop();
  await store.close();
});

it('runs no statement during an idle minute, and removes due records afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const clock = new VirtualClock('2027-01-10T12:00:00Z');
  const sandbox = await createSandbox({ clock, log: 'silent' });
  const baseUrl = await sandbox.listen();
  const calls = callable(() => ({ sandbox, clock, baseUrl }));
  const profilePath = `/_sandbox/profiles/${sandbox.demoKeys.profileCode}`;
  const searches = async () => (await calls.get(profilePath)).body.kept.searches.count;
  const statements = countFromNow();
  await calls.post('/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: '2027-02-01T11:30:00',
    passengers: 1,
  });
  await calls.get(`${profilePath}/journal`);
  await seconds(60);
  const before = statements();
  expect(before).toBeGreaterThan(0);

  await seconds(60);
  expect(statements()).toBe(before);
  expect(await searches()).toBe(1);

  clock.advance(DAY);
  await vi.waitFor(async () => {
    await seconds(3);
    expect(await searches()).toBe(0);
  });

  vi.useRealTimers();
  await sandbox.close();
});

/** A row of a search with another id: two profiles of a store cannot import the same one. */
function renamed(row: Row): Row {
  return { ...row, search_id: `other-${row['search_id']}` };
}

function purgeOf(store: Store, clock: Clock): () => Promise<void> {
  const error = (fault: unknown) => {
    throw fault;
  };
  return startPurge({ clock, config: defaults, store, log: { error } } as unknown as Service);
}

/** Lets the purge look once, and finish. */
async function nextRound(): Promise<void> {
  vi.advanceTimersByTime(1000);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Lets the timers of some seconds run, and what they begin. */
async function seconds(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    vi.advanceTimersByTime(1000);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
