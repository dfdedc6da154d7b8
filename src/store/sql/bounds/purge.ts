import type { RecordCache } from '../record-cache.ts';
import type { Counts } from './counts.ts';
import type { Removals } from './removals.ts';

/** Returns the purge of searches or pricings for their stores. Empties the cache after it has removed rows. */
export function createPurge(
  counts: Counts,
  removals: Pick<Removals, 'expiredBefore' | 'firstExpiry'>,
  cache: Pick<RecordCache<unknown>, 'forget'>,
): {
  firstExpiry(this: void, owner: number): number;
  purge(this: void, expiredBefore: number, limit: number, owner: number): Promise<number>;
} {
  return {
    firstExpiry: (owner) => counts.firstExpiry(owner),

    async purge(expiredBefore, limit, owner) {
      const removed = await removals.expiredBefore(owner, expiredBefore, limit);
      if (removed.length > 0) cache.forget();
      counts.change(owner, -removed.length);
      if (removed.length < limit) await readFirstExpiry(owner);
      return removed.length;
    },
  };

  /** Rows stored meanwhile are either read, or noted after the expiry was forgotten. */
  async function readFirstExpiry(owner: number): Promise<void> {
    const before = counts.firstExpiry(owner);
    counts.forgetExpiry(owner);
    try {
      counts.expiresAt(owner, (await removals.firstExpiry(owner)) ?? Infinity);
    } catch (error) {
      counts.expiresAt(owner, before);
      throw error;
    }
  }
}
