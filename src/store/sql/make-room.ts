import type { Kysely } from 'kysely';
import type { Counts } from './counts.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

/**
 * Keeps searches or pricings within their bounds: to be called with the profile that one was added to, and the
 * instant by its clock. What has expired makes room first, then the oldest. Of another profile, which has most of
 * all, it is the oldest: it may live by another clock. A few more go than have to, so that the next ones find room.
 * `forget` is told the ids of what is gone.
 */
export function createMakeRoom(
  counts: Counts,
  { expired, oldest }: Removals,
  forget: (ids: readonly string[]) => void,
): (added: string, now: number) => Promise<void> {
  const more = counts.most === Infinity ? 0 : Math.floor(counts.most / SPARE_PART);

  return async (added, now) => {
    const tooMany = counts.tooMany(added);
    if (!tooMany) return;
    const { profileCode } = tooMany;
    let left = tooMany.by + more;
    // Counted at once: others that are added meanwhile must not remove the same again.
    counts.change(profileCode, -left);
    const removed = (ids: readonly string[]) => {
      left -= ids.length;
      counts.drop(profileCode, ids.length);
      forget(ids);
    };
    try {
      if (profileCode === added) removed(await expired(profileCode, now, left));
      if (left > 0) removed(await oldest(profileCode, left));
    } finally {
      counts.change(profileCode, left);
    }
  };
}

/** Each removes so many of a profile at most, and returns the ids of those. */
interface Removals {
  expired(profileCode: string, now: number, limit: number): Promise<string[]>;
  oldest(profileCode: string, limit: number): Promise<string[]>;
}

export function removalsOfSearches(db: Kysely<Tables>): Removals {
  const expired = prepare<{ profileCode: string; now: number; limit: number }, { search_id: string }>(
    ['profileCode', 'now', 'limit'],
    ({ profileCode, now, limit }) =>
      db
        .deleteFrom('searches')
        .where('search_id', 'in', (eb) =>
          eb
            .selectFrom('searches')
            .select('search_id')
            .where('profile_code', '=', profileCode)
            .where('expires_at', '<=', now)
            .orderBy('expires_at')
            .limit(limit),
        )
        .returning('search_id'),
  );
  const oldest = prepare<{ profileCode: string; limit: number }, { search_id: string }>(
    ['profileCode', 'limit'],
    ({ profileCode, limit }) =>
      db
        .deleteFrom('searches')
        .where('search_id', 'in', (eb) =>
          eb
            .selectFrom('searches')
            .select('search_id')
            .where('profile_code', '=', profileCode)
            .orderBy('created_at')
            .limit(limit),
        )
        .returning('search_id'),
  );
  return {
    expired: async (profileCode, now, limit) =>
      (await expired(db, { profileCode, now, limit })).map((row) => row.search_id),
    oldest: async (profileCode, limit) => (await oldest(db, { profileCode, limit })).map((row) => row.search_id),
  };
}

export function removalsOfPricings(db: Kysely<Tables>): Removals {
  const expired = prepare<{ profileCode: string; now: number; limit: number }, { pricing_token: string }>(
    ['profileCode', 'now', 'limit'],
    ({ profileCode, now, limit }) =>
      db
        .deleteFrom('pricings')
        .where('pricing_token', 'in', (eb) =>
          eb
            .selectFrom('pricings')
            .select('pricing_token')
            .where('profile_code', '=', profileCode)
            .where('expires_at', '<=', now)
            .orderBy('expires_at')
            .limit(limit),
        )
        .returning('pricing_token'),
  );
  const oldest = prepare<{ profileCode: string; limit: number }, { pricing_token: string }>(
    ['profileCode', 'limit'],
    ({ profileCode, limit }) =>
      db
        .deleteFrom('pricings')
        .where('pricing_token', 'in', (eb) =>
          eb
            .selectFrom('pricings')
            .select('pricing_token')
            .where('profile_code', '=', profileCode)
            .orderBy('created_at')
            .limit(limit),
        )
        .returning('pricing_token'),
  );
  return {
    expired: async (profileCode, now, limit) =>
      (await expired(db, { profileCode, now, limit })).map((row) => row.pricing_token),
    oldest: async (profileCode, limit) => (await oldest(db, { profileCode, limit })).map((row) => row.pricing_token),
  };
}

const SPARE_PART = 64;
