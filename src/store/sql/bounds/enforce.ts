import type { KeptKind } from '../../bounds.ts';
import type { StateStore } from '../../state.ts';
import type { Counts } from './counts.ts';
import type { Removals } from './removals.ts';

/**
 * Enforces the bounds of searches or pricings, to be called after each insert with its profile and the instant by that
 * profile's clock. Expired records of the profile are removed first, then its oldest. When all profiles together have
 * too many, the profile with the most records loses its oldest: its clock may show another time. A few more
 * records than necessary are removed, so that the next inserts find room. `forget` is called with the removed ids.
 */
export function createMakeRoom(
  counts: Counts,
  removals: Pick<Removals, 'expired' | 'oldest'>,
  forget: (ids: readonly string[]) => void,
): (added: string, now: number) => Promise<void> {
  const spare = counts.max === Infinity ? 0 : Math.floor(counts.max / SPARE_PART);

  return async (added, now) => {
    const excess = counts.excess(added);
    if (!excess) return;
    const { profileCode } = excess;
    let left = excess.by + spare;
    // Counted before they are removed, so that concurrent calls do not remove the same excess again.
    counts.change(profileCode, -left);
    const countRemoved = (ids: readonly string[]) => {
      left -= ids.length;
      counts.drop(profileCode, ids.length);
      forget(ids);
    };
    try {
      if (profileCode === added) countRemoved(await removals.expired(profileCode, now, left));
      if (left > 0) countRemoved(await removals.oldest(profileCode, left));
    } finally {
      counts.change(profileCode, left);
    }
  };
}

const SPARE_PART = 64;

/**
 * Enforces the bounds of orders or bookings. Claims a place and runs `insert`, which returns whether the row was
 * inserted; otherwise the place is released. `removeOver` removes one row of a profile that is over at an instant, and
 * returns whether there was one. Returns undefined, without running `insert`, when there is no place.
 */
export function createClaim(
  counts: Counts,
  removeOver: (profileCode: string, now: number) => Promise<boolean>,
): (profileCode: string, now: number, insert: () => Promise<boolean>) => Promise<boolean | undefined> {
  return async (profileCode, now, insert) => {
    while (!counts.take(profileCode)) {
      if (!(await removeOver(profileCode, now))) return undefined;
      counts.change(profileCode, -1);
      counts.drop(profileCode, 1);
    }
    let inserted = false;
    try {
      inserted = await insert();
    } finally {
      if (!inserted) counts.change(profileCode, -1);
    }
    return inserted;
  };
}

/** Refuses states with more records than there is room for, and updates the counts. */
export function withinBounds(states: StateStore, counts: Record<KeptKind, Counts>): StateStore {
  const kinds: [KeptKind, Counts][] = [
    ['searches', counts.searches],
    ['pricings', counts.pricings],
    ['orders', counts.orders],
    ['bookings', counts.bookings],
  ];
  const restart = (profileCode: string, rows: Readonly<Record<string, readonly unknown[]>>) => {
    for (const [kind, count] of kinds) count.restart(profileCode, rows[kind]?.length ?? 0);
  };

  return {
    ...states,

    async clear(profileCode) {
      await states.clear(profileCode);
      restart(profileCode, {});
    },

    async replace(profileCode, state) {
      for (const [kind, count] of kinds) {
        const [records, max] = [state.rows[kind]?.length ?? 0, count.roomFor(profileCode)];
        if (records > max) return { kind, records, max };
      }
      const conflict = await states.replace(profileCode, state);
      if (!conflict) restart(profileCode, state.rows);
      return conflict;
    },

    async remove(profileCode) {
      const removed = await states.remove(profileCode);
      restart(profileCode, {});
      return removed;
    },
  };
}
