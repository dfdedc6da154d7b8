import { afterAll, expect, it } from 'vitest';
import { MINUTE, VirtualClock } from '../../src/base/clock.ts';
import { moveClock } from '../../src/control-api/clock/move-clock.ts';
import type { Service } from '../../src/service.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { MINE, profile } from '../store/records.ts';
import { present } from '../support/present.ts';

const store = await openStore(':memory:');
afterAll(() => store.close());

it('concurrent moves that read the same clock all take effect', async () => {
  await store.profiles.add(...profile({ code: MINE }));
  const read = present(await store.profiles.find(MINE), MINE);
  const service = { clock: new VirtualClock(0), store } as unknown as Service;
  const moves = Array.from({ length: 10 }, () =>
    moveClock(service, read, { to: (shown) => shown + MINUTE, mode: 'as-before', path: '/by' }),
  );
  const moved = await Promise.all(moves);
  expect(moved.map(({ from, to }) => [from, to]).sort(([a], [b]) => a - b)).toEqual(
    moved.map((_, i) => [i * MINUTE, (i + 1) * MINUTE]),
  );
  expect(await store.profiles.find(MINE)).toMatchObject({ clock: { aheadMs: 10 * MINUTE } });
});
