import type { Kysely } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import type { JournaledExchange, JournalState } from '../../journal.ts';
import type { Tables } from '../tables.ts';
import type { JournalRow, NewExchangeRow } from './exchange-rows.ts';
import { numberRows, toDropped, toNew, toRecord, toRow } from './exchange-rows.ts';

/** `JournalStore.clear`, as part of a transaction. */
export async function clearJournal(db: Kysely<Tables>, profileCode: string): Promise<void> {
  await db.deleteFrom('exchanges').where('profile_code', '=', profileCode).execute();
  await db.deleteFrom('journals').where('profile_code', '=', profileCode).execute();
}

/** `JournalStore.all`, as part of a transaction. */
export async function readJournal(db: Kysely<Tables>, profileCode: string): Promise<JournalState> {
  const journal = await findJournal(db, profileCode);
  const exchanges: JournaledExchange[] = [];
  const pause = inSlices();
  for (let last = 0, more = true; more;) {
    const rows = await db
      .selectFrom('exchanges')
      .selectAll()
      .where('profile_code', '=', profileCode)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    exchanges.push(...rows.map(toRecord));
    last = rows.at(-1)?.sequence ?? last;
    more = rows.length === PAGE;
    await pause();
  }
  return { last: journal?.last ?? 0, dropped: toDropped(journal), exchanges };
}

/** `JournalStore.restore`, as part of a transaction. */
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
  const bytes = numberRows(rows, end - rows.length, dropped.bytes);
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

export function findJournal(db: Kysely<Tables>, profileCode: string): Promise<JournalRow | undefined> {
  return db.selectFrom('journals').selectAll().where('profile_code', '=', profileCode).executeTakeFirst();
}

/** Rows at a time, of up to 128 kB each. */
const PAGE = 20;
