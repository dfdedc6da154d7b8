import type { Kysely } from 'kysely';
import type { JournalBounds, JournalStore, Missing, NewExchange } from '../../journal.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { prepareOwnerOf } from '../owners.ts';
import { prepare, prepareInsert } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import { findJournal, readJournal } from './all-exchanges.ts';
import type { ExchangeRow, JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { JOURNAL_COLUMNS, numberRows, sizeOf, toDropped, toRecord, toRow } from './exchange-rows.ts';
import { findExchanges } from './find-exchanges.ts';
import { clearVerdicts, readJudged } from './judged-journal.ts';

export function createJournalStore(db: Kysely<Tables>, capabilities: Capabilities, owners: Owners): JournalStore {
  const ownerOf = prepareOwnerOf(db, capabilities);
  const appendRows = prepareAppend(db);
  const dropOldest = prepareDrop(db);

  async function appendTo(
    trx: Kysely<Tables>,
    profileCode: string,
    exchanges: readonly NewExchange[],
    bounds: JournalBounds,
    missing: Missing,
  ): Promise<void> {
    const owner = await ownerOf(trx, profileCode);
    // The profile was removed after the recording, or another process has replaced the state that they belong to.
    if (owner === undefined || owners.isReplaced(profileCode, owner)) return;
    // The stored exchanges are older than those dropped before they got here.
    const stored = missing.dropped && (await findJournal(trx, owner));
    if (stored) await dropOldest(trx, stored, { exchanges: 0, bytes: 0 });
    const journal = await appendRows(
      trx,
      owner,
      exchanges.map((exchange) => toRow(exchange, owner)),
      missing,
    );
    if (journal.exchanges > bounds.exchanges || journal.bytes > bounds.bytes) await dropOldest(trx, journal, bounds);
  }

  return {
    durable: capabilities.durable,

    append: (exchanges, bounds, missing = new Map<string, Missing>()) =>
      db.transaction().execute(async (trx) => {
        const byProfile = Map.groupBy(exchanges, ({ profileCode }) => profileCode);
        // In a fixed order, so two transactions never wait for each other.
        const codes = [...new Set([...byProfile.keys(), ...missing.keys()])].sort();
        for (const code of codes)
          await appendTo(trx, code, byProfile.get(code) ?? [], bounds, missing.get(code) ?? NOTHING_MISSING);
        await capabilities.processes.announce(trx, codes);
      }),

    async shrink(bytes) {
      for (;;) {
        const { total } = await ofProfiles(db)
          .select((eb) => eb.fn.sum<number | null>('bytes').as('total'))
          .executeTakeFirstOrThrow();
        const excess = Number(total) - bytes;
        if (excess <= 0) return;
        await db.transaction().execute(async (trx) => {
          const largest = await ofProfiles(trx)
            .select('journals.owner')
            .orderBy('bytes', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          const journal = await lock(trx, largest.owner);
          await dropOldest(trx, journal, { exchanges: ANY_NUMBER, bytes: Math.max(0, journal.bytes - excess) });
        });
      }
    },

    list: (profileCode, query) => findExchanges(db, owners.of(profileCode), query),

    async find(profileCode, exchangeId) {
      const row = await db
        .selectFrom('exchanges')
        .selectAll()
        .where('owner', '=', owners.of(profileCode))
        .where('exchange_id', '=', exchangeId)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    dropped: async (profileCode) => toDropped(await findJournal(db, owners.of(profileCode))),
    last: async (profileCode) => (await findJournal(db, owners.of(profileCode)))?.last ?? 0,
    async profiles() {
      const used = ofProfiles(db).where((eb) => eb.or([eb('last', '>', 0), eb('dropped_exchanges', '>', 0)]));
      return (await used.select('profiles.code').execute()).map(({ code }) => code);
    },
    judged: (profileCode, after) => capabilities.snapshot(db, (snapshot) => readJudged(snapshot, profileCode, after)),
    clearVerdicts: (profileCode) =>
      db.transaction().execute(async (trx) => {
        await clearVerdicts(trx, profileCode);
        await capabilities.processes.announce(trx, [profileCode]);
      }),
    all: (profileCode) => readJournal(db, owners.of(profileCode)),
  };
}

/** Selects the journals of profiles: others are being written or removed. */
function ofProfiles(db: Kysely<Tables>) {
  return db.selectFrom('journals').innerJoin('profiles', 'profiles.owner', 'journals.owner');
}

/** Reads a journal and locks it until the end of the transaction: a write locks the row in every database. */
function lock(trx: Kysely<Tables>, owner: number): Promise<JournalRow> {
  const update = trx.updateTable('journals').set((eb) => ({ last: eb.ref('last') }));
  return update.where('owner', '=', owner).returningAll().executeTakeFirstOrThrow();
}

/** Greater than the number of exchanges in any journal. */
const ANY_NUMBER = 1e15;

const NOTHING_MISSING: Missing = { lost: 0, dropped: null };

type Append = (
  trx: Kysely<Tables>,
  owner: number,
  rows: readonly NewExchangeRow[],
  missing: Missing,
) => Promise<JournalRow>;

/** Adds exchanges to the journal of a profile and returns the updated journal. */
function prepareAppend(db: Kysely<Tables>): Append {
  const count = prepareCount(db);
  const insert = prepareInsert(db, 'exchanges', { sizes: INSERT_SIZES.length });

  return async (trx, owner, rows, { lost, dropped }) => {
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    // Counted before they are inserted: this assigns their sequence numbers.
    const [journal] = await count(trx, {
      owner,
      last: (dropped?.exchanges ?? 0) + rows.length,
      exchanges: rows.length,
      bytes,
      dropped_exchanges: lost + (dropped?.exchanges ?? 0),
      dropped_bytes: dropped?.bytes ?? 0,
      dropped_before: dropped && dropped.before,
    });
    if (!journal) throw new Error(`the journal of owner ${owner} was not counted`);
    numberRows(rows, journal.last - rows.length, journal.dropped_bytes + journal.bytes - bytes);
    let done = 0;
    for (const size of INSERT_SIZES)
      for (; rows.length - done >= size; done += size) await insert(trx, rows.slice(done, done + size));
    return journal;
  };
}

function prepareCount(db: Kysely<Tables>) {
  return prepare<JournalRow, JournalRow>(JOURNAL_COLUMNS, (added) =>
    db
      .insertInto('journals')
      .values(added)
      .onConflict((conflict) =>
        conflict.column('owner').doUpdateSet((eb) => ({
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
}

/** Rows of one statement: few sizes, to compile few statements. */
const INSERT_SIZES = [16, 4, 1];

/**
 * Drops the oldest exchanges of a journal, and a few more than the bounds require, to spare the next append the work.
 */
function prepareDrop(
  db: Kysely<Tables>,
): (trx: Kysely<Tables>, journal: JournalRow, bounds: JournalBounds) => Promise<void> {
  const findFirstKept = prepareFindFirstKept(db);
  const remove = prepare<{ owner: number; before: number }>(['owner', 'before'], ({ owner, before }) =>
    db.deleteFrom('exchanges').where('owner', '=', owner).where('sequence', '<', before),
  );
  const update = prepare<JournalRow>(JOURNAL_COLUMNS, ({ owner, last: _, ...rest }) =>
    db.updateTable('journals').set(rest).where('owner', '=', owner),
  );

  return async (trx, journal, bounds) => {
    const { owner, last } = journal;
    const bytesEver = journal.dropped_bytes + journal.bytes;
    const [first] = await findFirstKept(trx, {
      owner,
      after: last - Math.ceil(bounds.exchanges * KEPT_SHARE),
      from: Math.ceil(bytesEver - bounds.bytes * KEPT_SHARE),
    });
    const exchanges = first ? last - first.sequence + 1 : 0;
    const bytes = first ? bytesEver - first.bytes_before : 0;
    await remove(trx, { owner, before: first?.sequence ?? last + 1 });
    await update(trx, {
      owner,
      last,
      exchanges,
      bytes,
      dropped_exchanges: journal.dropped_exchanges + journal.exchanges - exchanges,
      dropped_bytes: bytesEver - bytes,
      dropped_before: first?.at ?? journal.dropped_before,
    });
  };
}

type FirstKept = Pick<ExchangeRow, 'sequence' | 'bytes_before' | 'at'>;

function prepareFindFirstKept(db: Kysely<Tables>) {
  return prepare<{ owner: number; after: number; from: number }, FirstKept>(
    ['owner', 'after', 'from'],
    ({ owner, after, from }) =>
      db
        .selectFrom('exchanges')
        .select(['sequence', 'bytes_before', 'at'])
        .where('owner', '=', owner)
        .where('sequence', '>', after)
        .where('bytes_before', '>=', from)
        .orderBy('sequence')
        .limit(1),
  );
}

/** Used share of a bound after dropping the oldest. */
const KEPT_SHARE = 0.95;
