import type { Transaction } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import type { JournalState } from '../../journal.ts';
import type { ProfileState, Row } from '../../state.ts';
import { readJournal } from '../journal/all-exchanges.ts';
import { toProfile } from '../profiles/credentials.ts';
import type { Tables } from '../tables.ts';
import type { StateTable, StateTransaction } from './state-tables.ts';
import { withStateTables } from './state-tables.ts';

/** Reads everything that a profile has; `too-large` when its rows and journal have more characters of JSON. */
export async function readState(
  trx: Transaction<Tables>,
  tables: readonly StateTable[],
  profileCode: string,
  maxCharacters: number,
): Promise<ProfileState | 'too-large' | undefined> {
  const row = await trx.selectFrom('profiles').selectAll().where('code', '=', profileCode).executeTakeFirst();
  if (!row) return undefined;
  const journal = await readJournal(trx, profileCode);
  const budget: Budget = { characters: maxCharacters - (await countCharacters(journal)) };
  const rows: ProfileState['rows'] = {};
  for (const table of tables) rows[table.name] = await readRows(withStateTables(trx), table, profileCode, budget);
  if (budget.characters < 0) return 'too-large';
  const { name, marginPercent, clock, armed } = toProfile(row);
  return { profile: { name, marginPercent }, clock, armed, journal, rows };
}

/** The length of the journal's JSON, counted in slices. */
async function countCharacters({ exchanges, ...journal }: JournalState): Promise<number> {
  const pause = inSlices();
  let characters = JSON.stringify({ ...journal, exchanges: [] }).length + Math.max(0, exchanges.length - 1);
  for (const exchange of exchanges) {
    characters += JSON.stringify(exchange).length;
    await pause();
  }
  return characters;
}

/** How many characters of JSON the rows that are still to be read may have. */
interface Budget {
  characters: number;
}

/** All rows of a table in the order of their ids; stops early once the budget is used up. */
async function readRows(trx: StateTransaction, table: StateTable, profileCode: string, budget: Budget): Promise<Row[]> {
  const rows: Row[] = [];
  const pause = inSlices();
  for await (const ids of idPages(trx, table, profileCode)) {
    for (let at = 0; at < ids.length; at += READ_SIZE) {
      for (const row of await readByIds(trx, table, ids.slice(at, at + READ_SIZE))) {
        budget.characters -= JSON.stringify(row).length;
        rows.push(row);
      }
      if (budget.characters < 0) return rows;
      await pause();
    }
  }
  return rows;
}

/** Ids first: an index has them, and to sort complete rows would take long. */
async function* idPages(
  trx: StateTransaction,
  { name, order }: StateTable,
  profileCode: string,
): AsyncGenerator<Row[string][]> {
  const query = trx.selectFrom(name).select(order).where('profile_code', '=', profileCode).orderBy(order).limit(PAGE);
  let page = await query.execute();
  for (;;) {
    const ids = page.map((row) => row[order] ?? null);
    yield ids;
    if (ids.length < PAGE) return;
    page = await query.where(order, '>', ids.at(-1) ?? null).execute();
  }
}

async function readByIds(
  trx: StateTransaction,
  { name, order, columns }: StateTable,
  ids: readonly Row[string][],
): Promise<Row[]> {
  const rows = await trx.selectFrom(name).selectAll().where(order, 'in', ids).orderBy(order).execute();
  return rows.map((row) => Object.fromEntries([...columns.keys()].map((column) => [column, row[column] ?? null])));
}

const READ_SIZE = 50;
const PAGE = 5000;
