import type { Kysely } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import type { JournaledExchange, JournalState } from '../../journal.ts';
import { prepareInsert } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import type { JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { numberRows, toDropped, toNew, toRecord, toRow } from './exchange-rows.ts';

/**
 * `JournalStore.all`. Exchanges may be added and dropped meanwhile: the result omits later ones and counts dropped
 * ones as dropped.
 */
export async function readJournal(db: Kysely<Tables>, owner: number): Promise<JournalState> {
  const last = (await findJournal(db, owner))?.last ?? 0;
  const read = await readExchanges(db, owner, 0, last);
  const journal = await findJournal(db, owner);
  const lastDropped = journal ? journal.last - journal.exchanges : 0;
  return { last, dropped: toDropped(journal), exchanges: read.filter(({ sequence }) => sequence > lastDropped) };
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

/** Writes a whole journal for an owner without one, in slices. */
export async function writeJournal(
  db: Kysely<Tables>,
  owner: number,
  { last, dropped, exchanges }: JournalState,
): Promise<void> {
  const pause = inSlices();
  const insert = prepareInsert(db, 'exchanges');
  const rows: NewExchangeRow[] = [];
  for (const exchange of exchanges) {
    rows.push(toRow(toNew(exchange), owner));
    await pause();
  }
  const end = Math.max(last, rows.length);
  const bytes = numberRows(rows, end - rows.length, dropped.bytes);
  for (const row of rows) {
    await insert(db, [row]);
    await pause();
  }
  await db
    .insertInto('journals')
    .values({
      owner,
      last: end,
      exchanges: rows.length,
      bytes,
      dropped_exchanges: dropped.exchanges,
      dropped_bytes: dropped.bytes,
      dropped_before: dropped.before,
    })
    .execute();
}

export function findJournal(db: Kysely<Tables>, owner: number): Promise<JournalRow | undefined> {
  return db.selectFrom('journals').selectAll().where('owner', '=', owner).executeTakeFirst();
}

/** Rows at a time, of up to 128 kB each. */
const PAGE = 20;
