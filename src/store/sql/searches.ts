import type { Insertable, Kysely } from 'kysely';
import type { SearchRecord, SearchStore } from '../searches.ts';
import type { Counts } from './bounds/counts.ts';
import { prepareExpiring } from './bounds/expiring.ts';
import type { Capabilities } from './database.ts';
import { createInsert } from './insert-together.ts';
import { isOf } from './is-of.ts';
import type { Owners } from './owners.ts';
import { prepare, prepareInsert } from './prepare.ts';
import type { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/** Returns the store over a cache of searches: a client that has read a search usually reads it again soon. */
export function prepareSearches(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  counts: Counts,
): (cache: RecordCache<SearchRecord>) => SearchStore {
  const insertRows = prepareInsert(db, 'searches');
  const insertOne = (row: Insertable<Tables['searches']>) => insertRows(db, [row]).then(() => true);
  const insert = createInsert(db, 'searches', insertOne, capabilities, 'search_id');
  const find = prepare<{ owner: number; searchId: string }, Tables['searches']>(
    ['owner', 'searchId'],
    ({ owner, searchId }) => db.selectFrom('searches').selectAll().where('search_id', '=', searchId).where(isOf(owner)),
  );
  const read = async (profileCode: string, searchId: string) => {
    const [row] = await find(db, { owner: owners.of(profileCode), searchId });
    return row && toRecord(row, profileCode);
  };

  const prepared = prepareExpiring(db, capabilities, owners, counts, { table: 'searches', id: 'search_id' });

  return (cache) => {
    const { count, ...expiring } = prepared(cache);
    return {
      async add(record) {
        const owner = owners.ofExisting(record.profileCode);
        await insert(toRow(record, owner));
        await count(owner, record);
      },

      async find(profileCode, searchId) {
        const cached = cache.get(searchId);
        return cached?.profileCode === profileCode ? cached : cache.keep(searchId, read(profileCode, searchId));
      },

      async rearm(profileCode, searchId, expected, armed) {
        const { numUpdatedRows } = await db
          .updateTable('searches')
          .set({ armed })
          .where('search_id', '=', searchId)
          .where('owner', '=', owners.of(profileCode))
          .where('armed', '=', expected)
          .executeTakeFirst();
        cache.remove([searchId]);
        return numUpdatedRows > 0;
      },

      ...expiring,
    };
  };
}

export function toRecord(row: Tables['searches'], profileCode: string): SearchRecord {
  return {
    searchId: row.search_id,
    profileCode,
    kind: row.kind,
    seed: row.seed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.ends_at !== null && { endsAt: row.ends_at }),
    origin: JSON.parse(row.origin),
    armed: row.armed,
  };
}

function toRow(record: SearchRecord, owner: number): Insertable<Tables['searches']> {
  return {
    search_id: record.searchId,
    owner,
    kind: record.kind,
    seed: record.seed,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    ends_at: record.endsAt ?? null,
    origin: JSON.stringify(record.origin),
    armed: record.armed,
  };
}
