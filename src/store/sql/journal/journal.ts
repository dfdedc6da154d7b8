import type { Kysely } from 'kysely';
import type { JournalBounds, JournalStore, Missing, NewExchange } from '../../journal.ts';
import type { Tables } from '../tables.ts';
import { clearJournal, findJournal, readJournal, restoreJournal } from './all-exchanges.ts';
import { prepareAppend } from './append-exchanges.ts';
import { prepareDrop } from './drop-oldest.ts';
import { toDropped, toRecord, toRow } from './exchange-rows.ts';
import { findExchanges } from './find-exchanges.ts';

export function createJournalStore(db: Kysely<Tables>, durable: boolean): JournalStore {
  const appendRows = prepareAppend(db);
  const dropOldest = prepareDrop(db);

  async function appendTo(
    trx: Kysely<Tables>,
    profileCode: string,
    exchanges: readonly NewExchange[],
    bounds: JournalBounds,
    missing: Missing,
  ): Promise<void> {
    // The stored exchanges are older than those that were dropped before they got here.
    const stored = missing.dropped && (await findJournal(trx, profileCode));
    if (stored) await dropOldest(trx, stored, { exchanges: 0, bytes: 0 });
    const journal = await appendRows(trx, profileCode, exchanges.map(toRow), missing);
    if (journal.exchanges > bounds.exchanges || journal.bytes > bounds.bytes) await dropOldest(trx, journal, bounds);
  }

  return {
    durable,

    append: (exchanges, bounds, missing = new Map<string, Missing>()) =>
      db.transaction().execute(async (trx) => {
        const byProfile = Map.groupBy(exchanges, ({ profileCode }) => profileCode);
        for (const code of new Set([...byProfile.keys(), ...missing.keys()]))
          await appendTo(trx, code, byProfile.get(code) ?? [], bounds, missing.get(code) ?? NOTHING_MISSING);
      }),

    async shrink(bytes) {
      for (;;) {
        const { total } = await db
          .selectFrom('journals')
          .select((eb) => eb.fn.sum<number | null>('bytes').as('total'))
          .executeTakeFirstOrThrow();
        const excess = Number(total) - bytes;
        if (excess <= 0) return;
        await db.transaction().execute(async (trx) => {
          const largest = await trx
            .selectFrom('journals')
            .selectAll()
            .orderBy('bytes', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          await dropOldest(trx, largest, { exchanges: Infinity, bytes: Math.max(0, largest.bytes - excess) });
        });
      }
    },

    list: (profileCode, query) => findExchanges(db, profileCode, query),

    async find(profileCode, exchangeId) {
      const row = await db
        .selectFrom('exchanges')
        .selectAll()
        .where('profile_code', '=', profileCode)
        .where('exchange_id', '=', exchangeId)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    dropped: async (profileCode) => toDropped(await findJournal(db, profileCode)),
    last: async (profileCode) => (await findJournal(db, profileCode))?.last ?? 0,
    clear: (profileCode) => db.transaction().execute((trx) => clearJournal(trx, profileCode)),
    all: (profileCode) => db.transaction().execute((trx) => readJournal(trx, profileCode)),
    restore: (profileCode, state) => db.transaction().execute((trx) => restoreJournal(trx, profileCode, state)),
  };
}

const NOTHING_MISSING: Missing = { lost: 0, dropped: null };
