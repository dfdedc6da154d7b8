import { afterEach, expect, it, vi } from 'vitest';
import { DAY, MINUTE, VirtualClock } from '../../src/base/clock.ts';
import { defaults } from '../../src/config/config.ts';
import { startPurge } from '../../src/server/purge.ts';
import type { Service } from '../../src/service.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { MINE, order, OTHER, pricing, profile, search } from './records.ts';

afterEach(() => void vi.useRealTimers());

it('removes searches and pricings as long after expiry as offers live, 200 at a time, nothing else', async () => {
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

  const stop = startPurge({
    clock,
    config: defaults,
    store,
    log: {
      error: (fault: unknown) => {
        throw fault;
      },
    },
  } as unknown as Service);
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(purge).toHaveReturned());
  expect(await found()).toBe(450);

  clock.advance(MINUTE);
  vi.advanceTimersByTime(1000);
  // Looking for them all the time would keep the purge from its work.
  await vi.waitFor(() => expect(purge).toHaveReturnedTimes(4), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await found()).toBe(0), { timeout: 20_000 });
  expect(await Promise.all(purge.mock.results.map(({ value }) => value))).toEqual([0, 200, 200, 50]);
  await vi.waitFor(async () => expect(await store.pricings.find(MINE, priced.pricingToken)).toBeUndefined(), {
    timeout: 20_000,
  });
  expect(await store.searches.find(MINE, alive.searchId)).toEqual(alive);
  expect(await store.orders.find(MINE, kept.orderId)).toEqual(kept);

  stop();
  purge.mockClear();
  vi.advanceTimersByTime(10_000);
  expect(purge).not.toHaveBeenCalled();
  await store.close();
});

it('lets each profile keep its searches by its own clock; what a leap made long over goes a round later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await openStore(':memory:');
  const clock = new VirtualClock(1_000_000);
  await store.profiles.add(...profile({ code: MINE }));
  await store.profiles.add(...profile({ code: OTHER }));
  const [mine, others] = [search({ expiresAt: 1_000_000 }), search({ expiresAt: 1_000_000, profileCode: OTHER })];
  await Promise.all([mine, others].map((record) => store.searches.add(record)));
  const clocks = vi.spyOn(store.profiles, 'clocks');
  const stop = startPurge({
    clock,
    config: defaults,
    store,
    log: {
      error: (fault: unknown) => {
        throw fault;
      },
    },
  } as unknown as Service);
  const round = async () => {
    clocks.mockClear();
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(clocks).toHaveReturned());
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Promise.all(
      [mine, others].map(
        async ({ profileCode, searchId }) => (await store.searches.find(profileCode, searchId)) !== undefined,
      ),
    );
  };

  await store.profiles.setClock(MINE, null, { frozenAt: 1_000_000 });
  clock.advance(DAY);
  expect(await round()).toEqual([true, false]);
  expect(await round()).toEqual([true, false]);

  await store.profiles.setClock(MINE, { frozenAt: 1_000_000 }, { aheadMs: 0 });
  expect(await round()).toEqual([true, false]);
  expect(await round()).toEqual([false, false]);

  stop();
  await store.close();
});

it('looks for what expired only in profiles whose clock has moved on, however many there are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await openStore(':memory:');
  const clock = new VirtualClock(1_000_000);
  const codes = Array.from({ length: 300 }, (_, i) => `dp_many${String(i).padStart(8, '0')}`);
  for (const code of codes) {
    await store.profiles.add(...profile({ code }));
    await store.profiles.setClock(code, null, { frozenAt: 1_000_000 });
  }
  const [clocks, purge] = [vi.spyOn(store.profiles, 'clocks'), vi.spyOn(store.searches, 'purge')];
  const stop = startPurge({
    clock,
    config: defaults,
    store,
    log: {
      error: (fault: unknown) => {
        throw fault;
      },
    },
  } as unknown as Service);
  const round = async (looked: number) => {
    purge.mockClear();
    clocks.mockClear();
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1000);
      expect(clocks).toHaveBeenCalled();
    });
    await vi.waitFor(() => expect(purge).toHaveBeenCalledTimes(looked));
    const codes = new Map((await store.profiles.clocks()).map(({ owner, code }) => [owner, code]));
    return purge.mock.calls.map(([, , owner]) => codes.get(owner));
  };

  await round(0);
  expect(new Set(await round(300))).toEqual(new Set(codes));
  clock.advance(DAY);
  await round(0);
  await store.profiles.setClock(codes[7], { frozenAt: 1_000_000 }, { frozenAt: 1_000_000 + DAY });
  await round(0);
  expect(await round(1)).toEqual([codes[7]]);

  stop();
  await store.close();
});
