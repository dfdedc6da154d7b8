import type { Kysely } from 'kysely';
import type { Capabilities } from '../database.ts';
import { skipLocked } from '../database.ts';
import type { Owners } from '../owners.ts';
import { prepare } from '../prepare.ts';
import type { RecordCache } from '../record-cache.ts';
import type { Tables } from '../tables.ts';
import type { Counts } from './counts.ts';

type Expiring = { table: 'searches'; id: 'search_id' } | { table: 'pricings'; id: 'pricing_token' };

/** Counts, ends and removes searches or pricings for their stores. The cache forgets changed and removed ones. */
export function prepareExpiring(
  db: Kysely<Tables>,
  { locksRows }: Capabilities,
  owners: Owners,
  counts: Counts,
  { table, id }: Expiring,
) {
  const rowsOf = (owner: number) => db.selectFrom(table).where('owner', '=', owner);
  const removeAll = (owner: number, rows: ReturnType<typeof idsOf>) =>
    db
      .deleteFrom(table)
      .where(id, 'in', rows.$if(locksRows, skipLocked))
      .where('owner', '=', owner)
      .returning(`${id} as id` as const);
  const idsOf = (owner: number, limit: number) => rowsOf(owner).select(id).limit(limit);
  const removeExpired = prepare<{ owner: number; before: number; limit: number }, { id: string }>(
    ['owner', 'before', 'limit'],
    ({ owner, before, limit }) =>
      removeAll(owner, idsOf(owner, limit).where('expires_at', '<', before).orderBy('expires_at')),
  );
  const removeOldest = prepare<{ owner: number; limit: number }, { id: string }>(
    ['owner', 'limit'],
    ({ owner, limit }) => removeAll(owner, idsOf(owner, limit).orderBy('created_at')),
  );
  const selectFirstExpiry = prepare<{ owner: number }, { expires_at: number }>(['owner'], ({ owner }) =>
    rowsOf(owner).select('expires_at').orderBy('expires_at').limit(1),
  );

  /** Rows stored meanwhile are either read, or noted after the expiry was forgotten. */
  async function readFirstExpiry(owner: number): Promise<void> {
    const before = counts.firstExpiry(owner);
    counts.forgetExpiry(owner);
    try {
      counts.expiresAt(owner, (await selectFirstExpiry(db, { owner }))[0]?.expires_at ?? Infinity);
    } catch (error) {
      counts.expiresAt(owner, before);
      throw error;
    }
  }

  const spare = counts.max === Infinity ? 0 : Math.floor(counts.max / SPARE_PART);

  return (cache: Pick<RecordCache<unknown>, 'remove'>) => {
    const forget = (removed: readonly { id: string }[]) => cache.remove(removed.map((row) => row.id));

    /**
     * Removes the owner's expired records first, then its oldest. If all profiles together have too many, the profile
     * with the most records loses its oldest: its clock may show another time. Removes a few more records than
     * necessary, so the next inserts find room.
     */
    async function makeRoom(added: number, now: number): Promise<void> {
      const excess = counts.excess(added);
      if (!excess) return;
      const { owner } = excess;
      let left = excess.by + spare;
      // Counted before they are removed, so that concurrent calls do not remove the same excess again.
      counts.change(owner, -left);
      const countRemoved = (removed: readonly { id: string }[]) => {
        left -= removed.length;
        counts.drop(owner, removed.length);
        forget(removed);
      };
      try {
        if (owner === added) countRemoved(await removeExpired(db, { owner, before: now + 1, limit: left }));
        if (left > 0) countRemoved(await removeOldest(db, { owner, limit: left }));
      } finally {
        counts.change(owner, left);
      }
    }

    return {
      /** Counts a stored record, and enforces the bounds at its instant by the profile's clock. */
      count: async (
        owner: number,
        { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
      ): Promise<void> => {
        counts.change(owner, 1);
        counts.expiresAt(owner, expiresAt);
        await makeRoom(owner, createdAt);
      },

      dropped: (profileCode: string) => counts.of(owners.of(profileCode)).dropped,

      async expire(profileCode: string, recordId: string, at: number): Promise<boolean> {
        const { numUpdatedRows } = await db
          .updateTable(table)
          .set({ ends_at: at })
          .where(id, '=', recordId)
          .where('owner', '=', owners.of(profileCode))
          .where((eb) => eb(eb.fn.coalesce('ends_at', 'expires_at'), '>', at))
          .executeTakeFirst();
        cache.remove([recordId]);
        return numUpdatedRows > 0;
      },

      firstExpiry: (owner: number) => counts.firstExpiry(owner),

      async purge(expiredBefore: number, limit: number, owner: number): Promise<number> {
        const removed = await removeExpired(db, { owner, before: expiredBefore, limit });
        if (removed.length > 0) forget(removed);
        counts.change(owner, -removed.length);
        if (removed.length < limit) await readFirstExpiry(owner);
        return removed.length;
      },
    };
  };
}

const SPARE_PART = 64;
