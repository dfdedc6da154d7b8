import type { Kysely } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import type { JournaledExchange, JournalState } from '../../journal.ts';
import { prepareInsert } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import type { JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { count, emptyJournal, numberRows, toDropped, toNew, toRecord, toRow } from './exchange-rows.ts';

/**
 * `JournalStore.all`. Exchanges may be added and dropped meanwhile: the result omits later ones and counts dropped
 * ones as dropped.
 */
export async function readJournal(db: Kysely<Tables>, owner: number): Promise<JournalState> {
  const before = (await findJournal(db, owner)) ?? emptyJournal(owner);
  const read = await readExchanges(db, owner, 0, before.last);
  const journal = (await findJournal(db, owner)) ?? before;
  const kept = before.exchanges + before.dropped_exchanges - journal.dropped_exchanges;
  let surplus = read.filter(({ authenticated }) => authenticated).length - kept;
  const exchanges = read.filter(({ authenticated }) => !authenticated || surplus-- <= 0);
  return { last: before.last, dropped: toDropped(journal), exchanges };
}

/** Returns the exchanges after a sequence number, up to another one. */
export async function readExchanges(
  db: Kysely<Tables>,
  owner: number,
  after: number,
  last: number,
): Promise<JournaledExchange[]> {
  const read: JournaledExchange[] = [];
  const pause = inSlices();
  for (let more = true; more;) {
    const rows = await db
      .selectFrom('exchanges')
      .selectAll()
      .where('owner', '=', owner)
      .where('sequence', '>', read.at(-1)?.sequence ?? after)
      .where('sequence', '<=', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    read.push(...rows.map(toRecord));
    more = rows.length === PAGE;
    await pause();
  }
  return read;
}

/** Writes a whole journal for an owner without one, in slices. Its clients may know more: it is imported. */
export async function writeJournal(
  db: Kysely<Tables>,
  owner: number,
  { last, dropped, exchanges }: JournalState,
): Promise<void> {
  const pause = inSlices();
  const insert = prepareInsert(db, 'exchanges');
  const rows: NewExchangeRow[] = [];
  const journal: JournalRow = {
    ...emptyJournal(owner),
    dropped_exchanges: dropped.exchanges,
    dropped_bytes: dropped.bytes,
    dropped_before: dropped.before,
    unknown_before: 'import',
  };
  for (const exchange of exchanges) {
    const row = toRow(toNew(exchange), owner);
    count(journal, row);
    rows.push(row);
    await pause();
  }
  journal.last = Math.max(last, rows.length);
  journal.cleared_exchange = journal.last;
  numberRows(rows, journal);
  for (const row of rows) {
    await insert(db, [row]);
    await pause();
  }
  await db.insertInto('journals').values(journal).execute();
}

export function findJournal(db: Kysely<Tables>, owner: number): Promise<JournalRow | undefined> {
  return db.selectFrom('journals').selectAll().where('owner', '=', owner).executeTakeFirst();
}

/** Rows at a time, with up to 128 kB each. */
const PAGE = 20;
