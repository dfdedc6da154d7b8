import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import { inSlices } from '../../turns.ts';
import type { ExchangeRecord, JournalBounds, JournalState, JournalStore, Missing } from '../journal.ts';
import { findExchanges } from './find-exchanges.ts';
import { place, sizeOf, toDropped, toNew, toRecord, toRow } from './journal-rows.ts';
import type { ExchangeRow, JournalRow, NewExchangeRow } from './journal-rows.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

export function createJournalStore(db: Kysely<Tables>, durable: boolean): JournalStore {
  const { count, insert, makeRoom, makeWay } = prepareWrites(db);

  return {
    durable,

    append: (exchanges, bounds, missing = new Map()) =>
      db.transaction().execute(async (trx) => {
        const ofProfiles = Map.groupBy(exchanges, ({ profileCode }) => profileCode);
        for (const profileCode of new Set([...ofProfiles.keys(), ...missing.keys()])) {
          const rows = (ofProfiles.get(profileCode) ?? []).map(toRow);
          const missed = missing.get(profileCode) ?? NOTHING_MISSING;
          if (missed.dropped) await makeWay(trx, profileCode);
          const journal = await count(trx, profileCode, rows, missed);
          await insert(trx, rows);
          if (journal.exchanges > bounds.exchanges || journal.bytes > bounds.bytes)
            await makeRoom(trx, journal, bounds);
        }
      }),

    async shrink(bytes) {
      for (;;) {
        const { total } = await db
          .selectFrom('journals')
          .select((eb) => eb.fn.sum<number | null>('bytes').as('total'))
          .executeTakeFirstOrThrow();
        const beyond = Number(total) - bytes;
        if (beyond <= 0) return;
        await db.transaction().execute(async (trx) => {
          const largest = await trx
            .selectFrom('journals')
            .selectAll()
            .orderBy('bytes', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          await makeRoom(trx, largest, { exchanges: Infinity, bytes: Math.max(0, largest.bytes - beyond) });
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

/** `clear`, as part of a transaction. */
export async function clearJournal(db: Kysely<Tables>, profileCode: string): Promise<void> {
  await db.deleteFrom('exchanges').where('profile_code', '=', profileCode).execute();
  await db.deleteFrom('journals').where('profile_code', '=', profileCode).execute();
}

/** `all`, as part of a transaction. */
export async function readJournal(db: Kysely<Tables>, profileCode: string): Promise<JournalState> {
  const journal = await findJournal(db, profileCode);
  const exchanges: ExchangeRecord[] = [];
  const pause = inSlices();
  for (let last = 0, more = true; more;) {
    const rows = await db
      .selectFrom('exchanges')
      .selectAll()
      .where('profile_code', '=', profileCode)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(READ_AT_ONCE)
      .execute();
    exchanges.push(...rows.map(toRecord));
    last = rows.at(-1)?.sequence ?? last;
    more = rows.length === READ_AT_ONCE;
    await pause();
  }
  return { last: journal?.last ?? 0, dropped: toDropped(journal), exchanges };
}

/** `restore`, as part of a transaction. */
export async function restoreJournal(
  db: Kysely<Tables>,
  profileCode: string,
  { last, dropped, exchanges }: JournalState,
): Promise<void> {
  await clearJournal(db, profileCode);
  const pause = inSlices();
  const rows: NewExchangeRow[] = [];
  for (const exchange of exchanges) {
    rows.push(toRow(toNew(profileCode, exchange)));
    await pause();
  }
  const end = Math.max(last, rows.length);
  const bytes = place(rows, end - rows.length, dropped.bytes);
  for (const row of rows) {
    await db.insertInto('exchanges').values(row).execute();
    await pause();
  }
  await db
    .insertInto('journals')
    .values({
      profile_code: profileCode,
      last: end,
      exchanges: rows.length,
      bytes,
      dropped_exchanges: dropped.exchanges,
      dropped_bytes: dropped.bytes,
      dropped_before: dropped.before,
    })
    .execute();
}

function prepareWrites(db: Kysely<Tables>) {
  const inserts = new Map<number, string>();

  const count = prepare<JournalRow, JournalRow>(
    ['profile_code', 'last', 'exchanges', 'bytes', 'dropped_exchanges', 'dropped_bytes', 'dropped_before'],
    (more) =>
      db
        .insertInto('journals')
        .values(more)
        .onConflict((conflict) =>
          conflict.column('profile_code').doUpdateSet((eb) => ({
            last: eb('journals.last', '+', eb.ref('excluded.last')),
            exchanges: eb('journals.exchanges', '+', eb.ref('excluded.exchanges')),
            bytes: eb('journals.bytes', '+', eb.ref('excluded.bytes')),
            dropped_exchanges: eb('journals.dropped_exchanges', '+', eb.ref('excluded.dropped_exchanges')),
            dropped_bytes: eb('journals.dropped_bytes', '+', eb.ref('excluded.dropped_bytes')),
            dropped_before: eb.fn.coalesce('excluded.dropped_before', 'journals.dropped_before'),
          })),
        )
        .returningAll(),
  );

  const firstToStay = prepare<
    { code: string; after: number; from: number },
    Pick<ExchangeRow, 'sequence' | 'bytes_before' | 'at'>
  >(['code', 'after', 'from'], ({ code, after, from }) =>
    db
      .selectFrom('exchanges')
      .select(['sequence', 'bytes_before', 'at'])
      .where('profile_code', '=', code)
      .where('sequence', '>', after)
      .where('bytes_before', '>=', from)
      .orderBy('sequence')
      .limit(1),
  );

  const remove = prepare<{ code: string; before: number }>(['code', 'before'], ({ code, before }) =>
    db.deleteFrom('exchanges').where('profile_code', '=', code).where('sequence', '<', before),
  );

  const note = prepare<JournalRow>(
    ['profile_code', 'last', 'exchanges', 'bytes', 'dropped_exchanges', 'dropped_bytes', 'dropped_before'],
    ({ profile_code, last: _, ...rest }) =>
      db.updateTable('journals').set(rest).where('profile_code', '=', profile_code),
  );

  /** Drops the oldest, and some more than it must: the next exchange is not to do it again. */
  const makeRoom = async (trx: Kysely<Tables>, journal: JournalRow, bounds: JournalBounds): Promise<void> => {
    const { profile_code: code, last } = journal;
    const ever = journal.dropped_bytes + journal.bytes;
    const [first] = await firstToStay(trx, {
      code,
      after: last - Math.ceil(bounds.exchanges * KEPT_SHARE),
      from: ever - bounds.bytes * KEPT_SHARE,
    });
    const exchanges = first ? last - first.sequence + 1 : 0;
    const bytes = first ? ever - first.bytes_before : 0;
    await remove(trx, { code, before: first?.sequence ?? last + 1 });
    await note(trx, {
      profile_code: code,
      last,
      exchanges,
      bytes,
      dropped_exchanges: journal.dropped_exchanges + journal.exchanges - exchanges,
      dropped_bytes: ever - bytes,
      dropped_before: first?.at ?? journal.dropped_before,
    });
  };

  return {
    /** Counts exchanges before they are inserted, which takes their sequence numbers; the journal as it is then. */
    async count(
      trx: Kysely<Tables>,
      code: string,
      rows: readonly NewExchangeRow[],
      { lost, dropped }: Missing,
    ): Promise<JournalRow> {
      const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
      const [journal] = await count(trx, {
        profile_code: code,
        last: (dropped?.exchanges ?? 0) + rows.length,
        exchanges: rows.length,
        bytes,
        dropped_exchanges: lost + (dropped?.exchanges ?? 0),
        dropped_bytes: dropped?.bytes ?? 0,
        dropped_before: dropped && dropped.before,
      });
      place(rows, journal!.last - rows.length, journal!.dropped_bytes + journal!.bytes - bytes);
      return journal!;
    },

    async insert(trx: Kysely<Tables>, rows: readonly NewExchangeRow[]): Promise<void> {
      let done = 0;
      for (const size of INSERT_SIZES) {
        for (; rows.length - done >= size; done += size) {
          const some = rows.slice(done, done + size);
          if (!inserts.has(size)) inserts.set(size, db.insertInto('exchanges').values(some).compile().sql);
          await trx.executeQuery(
            CompiledQuery.raw(
              inserts.get(size)!,
              some.flatMap((row) => Object.values(row)),
            ),
          );
        }
      }
    },

    makeRoom,

    /** Drops all that there is, because newer exchanges are dropped already. */
    async makeWay(trx: Kysely<Tables>, code: string): Promise<void> {
      const journal = await findJournal(trx, code);
      if (journal) await makeRoom(trx, journal, { exchanges: 0, bytes: 0 });
    },
  };
}

function findJournal(db: Kysely<Tables>, profileCode: string): Promise<JournalRow | undefined> {
  return db.selectFrom('journals').selectAll().where('profile_code', '=', profileCode).executeTakeFirst();
}

const NOTHING_MISSING: Missing = { lost: 0, dropped: null };
/** Up to 128 kB each. */
const READ_AT_ONCE = 20;
/** Rows of one statement: few sizes, so that few statements are compiled. */
const INSERT_SIZES = [16, 4, 1];
/** How much of a bound is left after room was made. */
const KEPT_SHARE = 0.95;
