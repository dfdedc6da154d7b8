import type { Kysely } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import type { JournalState } from '../../journal.ts';
import type { ProfileState, Row } from '../../state.ts';
import { readJournal } from '../journal/all-exchanges.ts';
import { toProfile } from '../profiles/credentials.ts';
import type { Tables } from '../tables.ts';
import type { StateTable, StateTables } from './state-tables.ts';
import { withStateTables } from './state-tables.ts';

/** Reads a profile's whole state, in slices. Returns `too-large` if its rows and journal have more JSON characters. */
export async function readState(
  db: Kysely<Tables>,
  tables: readonly StateTable[],
  { profileCode, owner }: { profileCode: string; owner: number },
  maxCharacters: number,
): Promise<ProfileState | 'too-large' | undefined> {
  const row = await db.selectFrom('profiles').selectAll().where('code', '=', profileCode).executeTakeFirst();
  if (!row) return undefined;
  const journal = await readJournal(db, owner);
  const budget: Budget = { characters: maxCharacters - (await countCharacters(journal)) };
  const rows: ProfileState['rows'] = {};
  for (const table of tables) rows[table.name] = await readRows(withStateTables(db), table, owner, budget);
  if (budget.characters < 0) return 'too-large';
  const { name, marginPercent, clock, armed } = toProfile(row);
  return { profile: { name, marginPercent }, clock, armed, journal, rows };
}

/** The journal's JSON length, counted in slices. */
async function countCharacters({ exchanges, ...journal }: JournalState): Promise<number> {
  const pause = inSlices();
  let characters = JSON.stringify({ ...journal, exchanges: [] }).length + Math.max(0, exchanges.length - 1);
  for (const exchange of exchanges) {
    characters += JSON.stringify(exchange).length;
    await pause();
  }
  return characters;
}

/** JSON characters left for the unread rows. */
interface Budget {
  characters: number;
}

/** A table's rows, ordered by id; stops early once the budget is used up. */
async function readRows(db: StateTables, table: StateTable, owner: number, budget: Budget): Promise<Row[]> {
  const rows: Row[] = [];
  const pause = inSlices();
  for await (const ids of idPages(db, table, owner)) {
    for (let at = 0; at < ids.length; at += READ_SIZE) {
      for (const row of await readByIds(db, table, owner, ids.slice(at, at + READ_SIZE))) {
        budget.characters -= JSON.stringify(row).length;
        rows.push(row);
      }
      if (budget.characters < 0) return rows;
      await pause();
    }
  }
  return rows;
}

/** Ids first: an index has them, and sorting complete rows would take long. */
async function* idPages(db: StateTables, { name, order }: StateTable, owner: number): AsyncGenerator<Row[string][]> {
  const query = db.selectFrom(name).select(order).where('owner', '=', owner).orderBy(order).limit(PAGE);
  let page = await query.execute();
  for (;;) {
    const ids = page.map((row) => row[order] ?? null);
    yield ids;
    if (ids.length < PAGE) return;
    page = await query.where(order, '>', ids.at(-1) ?? null).execute();
  }
}

async function readByIds(
  db: StateTables,
  { name, order, columns }: StateTable,
  owner: number,
  ids: readonly Row[string][],
): Promise<Row[]> {
  const rows = await db
    .selectFrom(name)
    .selectAll()
    .where(order, 'in', ids)
    .where('owner', '=', owner)
    .orderBy(order)
    .execute();
  return rows.map((row) => Object.fromEntries([...columns.keys()].map((column) => [column, row[column] ?? null])));
}

const READ_SIZE = 50;
const PAGE = 5000;
