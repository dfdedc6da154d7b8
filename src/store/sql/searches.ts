import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { SearchStore } from '../searches.ts';
import type { Tables } from './tables.ts';

export function createSearchStore(db: Kysely<Tables>): SearchStore {
  const insert = compileInsert(db);
  return {
    async add(record) {
      await db.executeQuery(CompiledQuery.raw(insert, [
        record.searchId, record.profileCode, record.kind, record.seed, record.createdAt, record.expiresAt, JSON.stringify(record.origin),
      ]));
    },

    async find(profileCode, searchId) {
      const row = await db.selectFrom('searches').selectAll()
        .where('search_id', '=', searchId).where('profile_code', '=', profileCode).executeTakeFirst();
      return row && {
        searchId: row.search_id,
        profileCode: row.profile_code,
        kind: row.kind,
        seed: row.seed,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        origin: JSON.parse(row.origin),
      };
    },

    async purge(expiredBefore, limit) {
      const result = await db.deleteFrom('searches')
        .where('search_id', 'in', (eb) => eb.selectFrom('searches').select('search_id').where('expires_at', '<', expiredBefore).limit(limit))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

/** Every search inserts once: its SQL is built once. */
function compileInsert(db: Kysely<Tables>): string {
  return db.insertInto('searches').values({
    search_id: '', profile_code: '', kind: 'flights', seed: '', created_at: 0, expires_at: 0, origin: '',
  }).compile().sql;
}
