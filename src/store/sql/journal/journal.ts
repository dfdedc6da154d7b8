import type { Kysely } from 'kysely';
import { NOBODY } from '../../../exchange/exchange.ts';
import type { JournalBounds, JournalStore, Missing, NewExchange } from '../../journal.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { prepareOwnerOf } from '../owners.ts';
import { prepare, prepareChange, prepareInsert } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import { findJournal, readJournal } from './all-exchanges.ts';
import type { ExchangeRow, JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { count, emptyJournal, JOURNAL_COLUMNS, numberRows, toDropped, toRecord, toRow } from './exchange-rows.ts';
import { findExchanges } from './find-exchanges.ts';
import { clearVerdicts, readJudged } from './judged-journal.ts';
import type { Unwritten } from './unwritten.ts';

export function createJournalStore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  unwritten: Unwritten,
): JournalStore {
  const ownerOf = prepareOwnerOf(db, capabilities);
  const appendRows = prepareAppend(db);
  const dropOldest = prepareDrop(db);

  /** Appends to a journal and returns it; undefined if no exchange belongs there. */
  async function appendTo(
    trx: Kysely<Tables>,
    profileCode: string,
    exchanges: readonly NewExchange[],
    missing: Missing,
    isRepeated: boolean,
  ): Promise<JournalRow | undefined> {
    const owner = await ownerOf(trx, profileCode);
    // The profile was removed after the recording, or another process has replaced the state that they belong to.
    if (owner === undefined || owners.isReplaced(profileCode, owner)) return undefined;
    if (isRepeated && (await hasAny(trx, owner, exchanges))) return undefined;
    // The stored exchanges are older than those dropped before they got here.
    const stored = missing.dropped && (await findJournal(trx, owner));
    if (stored) await dropOldest(trx, stored, { ...NO_BOUNDS, exchanges: 0, bytes: 0 });
    const rows = exchanges.map((exchange) => toRow(exchange, owner));
    return appendRows(trx, owner, rows, missing);
  }

  return {
    durable: capabilities.durable,

    append: (exchanges, bounds, missing = new Map<string, Missing>(), isRepeated = false) =>
      db.transaction().execute(async (trx) => {
        const byProfile = Map.groupBy(exchanges, ({ profileCode }) => profileCode);
        // In a fixed order, so two transactions never wait for each other.
        const codes = [...new Set([...byProfile.keys(), ...missing.keys()])].sort();
        const above: string[] = [];
        for (const code of codes) {
          const own = byProfile.get(code) ?? [];
          const journal = await appendTo(trx, code, own, missing.get(code) ?? NOTHING_MISSING, isRepeated);
          if (journal && isAbove(journal, bounds)) above.push(code);
        }
        await capabilities.processes.announce(trx, codes);
        return above;
      }),

    trim: (profileCode, bounds) =>
      db.transaction().execute(async (trx) => {
        const owner = await ownerOf(trx, profileCode);
        const journal = owner === undefined ? undefined : await lock(trx, owner);
        if (journal && isAbove(journal, bounds)) await dropOldest(trx, journal, bounds);
      }),

    async shrink(bytes, beforeDrop) {
      for (;;) {
        const { total } = await ofProfiles(db)
          .select((eb) => eb.fn.sum<number | null>('bytes').as('total'))
          .executeTakeFirstOrThrow();
        const excess = Number(total) - bytes;
        if (excess <= 0) return;
        const largest = await ofProfiles(db)
          .select(['journals.owner', 'profiles.code'])
          .orderBy('bytes', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        await beforeDrop(largest.code);
        await db.transaction().execute(async (trx) => {
          const journal = await lock(trx, largest.owner);
          if (journal) await dropOldest(trx, journal, { ...NO_BOUNDS, bytes: Math.max(0, journal.bytes - excess) });
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

    async dropped(profileCode) {
      const journal = await findJournal(db, owners.of(profileCode));
      return { ...toDropped(journal), unauthenticated: journal?.dropped_unauthenticated ?? 0 };
    },
    last: async (profileCode) => (await findJournal(db, owners.of(profileCode)))?.last ?? 0,
    async judged(profileCode, after) {
      const code = profileCode === NOBODY ? null : profileCode;
      const judged = await capabilities.snapshot(db, (snapshot) => readJudged(snapshot, code, after));
      if (judged) judged.mark.hasUnwritten = (await unwritten.left(judged.mark.state)).length > 0;
      return judged;
    },
    noteUnwritten: (profileCode) => unwritten.note(owners.ofExisting(profileCode)),
    withdrawUnwritten: (profileCodes) => unwritten.withdraw(profileCodes.map((code) => owners.of(code))),
    async clearVerdicts(profileCode) {
      const gone = await unwritten.left(owners.of(profileCode));
      await db.transaction().execute(async (trx) => {
        await clearVerdicts(trx, owners.of(profileCode), gone);
        await capabilities.processes.announce(trx, [profileCode]);
      });
    },
    all: (profileCode) => readJournal(db, owners.of(profileCode)),
  };
}

/** Selects profiles' journals: other journals are being written or removed. */
function ofProfiles(db: Kysely<Tables>) {
  return db.selectFrom('journals').innerJoin('profiles', 'profiles.owner', 'journals.owner');
}

/** Reads a journal and locks it until the transaction ends: a write locks the row in every database. */
function lock(trx: Kysely<Tables>, owner: number): Promise<JournalRow | undefined> {
  const update = trx.updateTable('journals').set((eb) => ({ last: eb.ref('last') }));
  return update.where('owner', '=', owner).returningAll().executeTakeFirst();
}

/** True if an earlier attempt to write these exchanges took effect, because an attempt writes all or none. */
async function hasAny(trx: Kysely<Tables>, owner: number, [first]: readonly NewExchange[]): Promise<boolean> {
  if (!first) return false;
  const stored = trx.selectFrom('exchanges').select('sequence').where('owner', '=', owner);
  return (await stored.where('exchange_id', '=', first.exchangeId).executeTakeFirst()) !== undefined;
}

function isAbove(journal: JournalRow, bounds: JournalBounds): boolean {
  return (
    journal.exchanges > bounds.exchanges ||
    journal.bytes > bounds.bytes ||
    journal.unauthenticated > bounds.unauthenticated
  );
}

/** Greater than any number in a journal. */
const ANY_NUMBER = 1e15;
const NO_BOUNDS: JournalBounds = { exchanges: ANY_NUMBER, bytes: ANY_NUMBER, unauthenticated: ANY_NUMBER };

const NOTHING_MISSING: Missing = { lost: 0, dropped: null, droppedUnauthenticated: 0 };

type Append = (
  trx: Kysely<Tables>,
  owner: number,
  rows: readonly NewExchangeRow[],
  missing: Missing,
) => Promise<JournalRow>;

/** Adds exchanges to a profile's journal and returns the updated journal. */
function prepareAppend(db: Kysely<Tables>): Append {
  const countRows = prepareCount(db);
  const insert = prepareInsert(db, 'exchanges', { sizes: INSERT_SIZES.length });

  return async (trx, owner, rows, { lost, dropped, droppedUnauthenticated }) => {
    // Counted before they are inserted: this assigns their sequence numbers.
    const added: JournalRow = {
      ...emptyJournal(owner),
      last: (dropped?.exchanges ?? 0) + droppedUnauthenticated + rows.length,
      dropped_exchanges: lost + (dropped?.exchanges ?? 0),
      dropped_bytes: dropped?.bytes ?? 0,
      dropped_before: dropped && dropped.before,
      dropped_unauthenticated: droppedUnauthenticated,
    };
    for (const row of rows) count(added, row);
    const [journal] = await countRows(trx, added);
    if (!journal) throw new Error(`the journal of owner ${owner} was not counted`);
    numberRows(rows, journal);
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
          ...Object.fromEntries(SUMS.map((name) => [name, eb(`journals.${name}`, '+', eb.ref(`excluded.${name}`))])),
          dropped_before: eb.fn.coalesce('excluded.dropped_before', 'journals.dropped_before'),
        })),
      )
      .returningAll(),
  );
}

const SUMS = [
  ...(['last', 'exchanges', 'bytes', 'dropped_exchanges', 'dropped_bytes'] as const),
  ...(['unauthenticated', 'dropped_unauthenticated'] as const),
];

/** Rows in one statement: few sizes, to compile few statements. */
const INSERT_SIZES = [16, 4, 1];

/** Drops a journal's oldest exchanges, and a few more than the bounds require, to spare the next append the work. */
function prepareDrop(
  db: Kysely<Tables>,
): (trx: Kysely<Tables>, journal: JournalRow, bounds: JournalBounds) => Promise<void> {
  const findFirstKept = prepareFindFirstKept(db);
  const remove = prepareChange<{ owner: number; before: number; authenticated: 0 | 1 }>(
    ['owner', 'before', 'authenticated'],
    ({ owner, before, authenticated }) =>
      db
        .deleteFrom('exchanges')
        .where('owner', '=', owner)
        .where('sequence', '<', before)
        .where('authenticated', '=', authenticated),
  );
  const update = prepare<JournalRow>(JOURNAL_COLUMNS, ({ owner, last: _, ...rest }) =>
    db.updateTable('journals').set(rest).where('owner', '=', owner),
  );

  async function dropUnauthenticated(trx: Kysely<Tables>, journal: JournalRow, most: number): Promise<number> {
    if (journal.unauthenticated <= most) return 0;
    const ever = journal.unauthenticated + journal.dropped_unauthenticated;
    const { numDeletedRows } = await trx
      .deleteFrom('exchanges')
      .where('owner', '=', journal.owner)
      .where('authenticated', '=', 0)
      .where('exchanges_before', '<', ever - Math.ceil(most * KEPT_SHARE))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  return async (trx, journal, bounds) => {
    const { owner, last } = journal;
    const unauthenticated = await dropUnauthenticated(trx, journal, bounds.unauthenticated);
    const next = {
      ...journal,
      unauthenticated: journal.unauthenticated - unauthenticated,
      dropped_unauthenticated: journal.dropped_unauthenticated + unauthenticated,
    };
    if (journal.exchanges <= bounds.exchanges && journal.bytes <= bounds.bytes) return void (await update(trx, next));
    const bytesEver = journal.dropped_bytes + journal.bytes;
    const [first] = await findFirstKept(trx, {
      owner,
      from: Math.ceil(bytesEver - bounds.bytes * KEPT_SHARE),
      fromExchange: journal.exchanges + journal.dropped_exchanges - Math.ceil(bounds.exchanges * KEPT_SHARE),
    });
    const dropped = await remove(trx, { owner, before: first?.sequence ?? last + 1, authenticated: 1 });
    const bytes = first ? bytesEver - first.bytes_before : 0;
    await update(trx, {
      ...next,
      exchanges: journal.exchanges - dropped,
      bytes,
      dropped_exchanges: journal.dropped_exchanges + dropped,
      dropped_bytes: bytesEver - bytes,
      dropped_before: first?.at ?? journal.dropped_before,
    });
  };
}

type FirstKept = Pick<ExchangeRow, 'sequence' | 'bytes_before' | 'at'>;

function prepareFindFirstKept(db: Kysely<Tables>) {
  return prepare<{ owner: number; from: number; fromExchange: number }, FirstKept>(
    ['owner', 'from', 'fromExchange'],
    ({ owner, from, fromExchange }) =>
      db
        .selectFrom('exchanges')
        .select(['sequence', 'bytes_before', 'at'])
        .where('owner', '=', owner)
        .where('authenticated', '=', 1)
        .where('bytes_before', '>=', from)
        .where('exchanges_before', '>=', fromExchange)
        .orderBy('sequence')
        .limit(1),
  );
}

/** Used share that a bound keeps after dropping the oldest. */
const KEPT_SHARE = 0.95;
