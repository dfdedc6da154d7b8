import type { Insertable, Kysely } from 'kysely';
import type { SearchRecord, SearchStore } from '../searches.ts';
import type { Counts } from './counts.ts';
import { createInsert } from './insert.ts';
import { createMakeRoom, removalsOfSearches } from './make-room.ts';
import { prepare } from './prepare.ts';
import { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/** `forget` drops what is kept in memory when searches were changed behind its back. */
export function createSearchStore(
  db: Kysely<Tables>,
  durable: boolean,
  counts: Counts,
): SearchStore & { forget(): void } {
  const insert = createInsert(db, 'searches', { durable });
  const find = prepare<{ profileCode: string; searchId: string }, Tables['searches']>(
    ['profileCode', 'searchId'],
    ({ profileCode, searchId }) =>
      db.selectFrom('searches').selectAll().where('search_id', '=', searchId).where('profile_code', '=', profileCode),
  );
  const purge = prepare<{ profileCode: string; expiredBefore: number; limit: number }>(
    ['profileCode', 'expiredBefore', 'limit'],
    ({ profileCode, expiredBefore, limit }) =>
      db
        .deleteFrom('searches')
        .where('search_id', 'in', (eb) =>
          eb
            .selectFrom('searches')
            .select('search_id')
            .where('profile_code', '=', profileCode)
            .where('expires_at', '<', expiredBefore)
            .limit(limit),
        )
        .returning('search_id'),
  );
  // What asks for a search once mostly does so again within seconds.
  const recent = new RecordCache<SearchRecord>(SEARCHES_KEPT);
  const read = async (profileCode: string, searchId: string) => {
    const [row] = await find(db, { profileCode, searchId });
    return row && toRecord(row);
  };

  const makeRoom = createMakeRoom(counts, removalsOfSearches(db), (ids) => recent.remove(ids));

  return {
    forget: () => recent.forget(),

    async add(record) {
      await insert(toRow(record));
      counts.change(record.profileCode, 1);
      await makeRoom(record.profileCode, record.createdAt);
    },

    async find(profileCode, searchId) {
      const search = recent.get(searchId) ?? (await recent.keep(searchId, read(profileCode, searchId)));
      return search?.profileCode === profileCode ? search : undefined;
    },

    dropped: (profileCode) => counts.of(profileCode).dropped,

    async purge(expiredBefore, limit, profileCode) {
      const removed = await purge(db, { profileCode, expiredBefore, limit });
      if (removed.length > 0) recent.forget();
      counts.change(profileCode, -removed.length);
      return removed.length;
    },
  };
}

export function toRecord(row: Tables['searches']): SearchRecord {
  return {
    searchId: row.search_id,
    profileCode: row.profile_code,
    kind: row.kind,
    seed: row.seed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    origin: JSON.parse(row.origin),
    armed: row.armed,
  };
}

function toRow(record: SearchRecord): Insertable<Tables['searches']> {
  return {
    search_id: record.searchId,
    profile_code: record.profileCode,
    kind: record.kind,
    seed: record.seed,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    origin: JSON.stringify(record.origin),
    armed: record.armed,
  };
}

const SEARCHES_KEPT = 200;
