import type { Insertable, Kysely } from 'kysely';
import type { SearchRecord, SearchStore } from '../searches.ts';
import type { Counts } from './bounds/counts.ts';
import { createMakeRoom } from './bounds/enforce.ts';
import { createPurge } from './bounds/purge.ts';
import { prepareRemovals } from './bounds/removals.ts';
import type { Capabilities } from './database.ts';
import { createInsert } from './insert-together.ts';
import { isOf } from './is-of.ts';
import type { Owners } from './owners.ts';
import { prepare, prepareInsert } from './prepare.ts';
import { RecordCache } from './record-cache.ts';
import type { Tables } from './tables.ts';

/**
 * The caller runs `forget`, which empties the cache, after another store has changed searches. `noteRead` keeps a row
 * that another statement has read.
 */
export function createSearchStore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  counts: Counts,
): SearchStore & { forget(): void; noteRead(row: Tables['searches'], profileCode: string): void } {
  const insertRows = prepareInsert(db, 'searches');
  const insertOne = (row: Insertable<Tables['searches']>) => insertRows(db, [row]).then(() => true);
  const insert = createInsert(db, 'searches', insertOne, capabilities, 'search_id');
  const find = prepare<{ owner: number; searchId: string }, Tables['searches']>(
    ['owner', 'searchId'],
    ({ owner, searchId }) => db.selectFrom('searches').selectAll().where('search_id', '=', searchId).where(isOf(owner)),
  );
  // A client that reads a search once mostly reads it again within seconds.
  const cache = new RecordCache<SearchRecord>(MAX_CACHED, capabilities);
  const read = async (profileCode: string, searchId: string) => {
    const [row] = await find(db, { owner: owners.of(profileCode), searchId });
    return row && toRecord(row, profileCode);
  };

  const removals = prepareRemovals(db, capabilities, { table: 'searches', id: 'search_id' });
  const makeRoom = createMakeRoom(counts, removals, (ids) => cache.remove(ids));

  return {
    forget: () => cache.forget(),
    noteRead: (row, profileCode) => cache.set(row.search_id, toRecord(row, profileCode)),

    async add(record) {
      const owner = owners.ofExisting(record.profileCode);
      await insert(toRow(record, owner));
      counts.change(owner, 1);
      counts.expiresAt(owner, record.expiresAt);
      await makeRoom(owner, record.createdAt);
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

    async expire(profileCode, searchId, at) {
      const { numUpdatedRows } = await db
        .updateTable('searches')
        .set({ ends_at: at })
        .where('search_id', '=', searchId)
        .where('owner', '=', owners.of(profileCode))
        .where((eb) => eb(eb.fn.coalesce('ends_at', 'expires_at'), '>', at))
        .executeTakeFirst();
      cache.remove([searchId]);
      return numUpdatedRows > 0;
    },

    dropped: (profileCode) => counts.of(owners.of(profileCode)).dropped,

    ...createPurge(counts, removals, () => cache.forget()),
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

const MAX_CACHED = 200;
