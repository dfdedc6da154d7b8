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
