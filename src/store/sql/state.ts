import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import { inSlices, nextTurn } from '../../turns.ts';
import type { JournalState } from '../journal.ts';
import type { ImportConflict, ProfileState, Row, StateStore } from '../state.ts';
import { TakenError } from '../taken.ts';
import { clearJournal, readJournal, restoreJournal } from './journal.ts';
import { misfitOf, readStateTables } from './state-tables.ts';
import type { StateTable } from './state-tables.ts';
import type { Tables } from './tables.ts';

/** `forget` is told whose records are no longer what they were: whatever keeps some in memory drops them. */
export function createStateStore(db: Kysely<Tables>, forget: (profileCode: string) => void): StateStore {
  let known: Promise<StateTable[]> | undefined;
  const stateTables = () => (known ??= readStateTables(db));

  return {
    tables: async () => (await stateTables()).map(({ name }) => name),

    async clear(profileCode) {
      const tables = await stateTables();
      await db.transaction().execute(async (trx) => {
        await removeRows(trx, tables, profileCode);
        await trx
          .updateTable('profiles')
          .set({ clock: null, armed: null, armed_calls: null })
          .where('code', '=', profileCode)
          .execute();
      });
      forget(profileCode);
    },

    async read(profileCode, mostCharacters) {
      const tables = await stateTables();
      return db.transaction().execute((trx) => readState(trx, tables, profileCode, mostCharacters));
    },

    async replace(profileCode, state) {
      const tables = await stateTables();
      const misfit =
        (await misfitOf(tables, state.rows)) ??
        (await whole(
          db.transaction().execute(async (trx) => {
            await removeRows(trx, tables, profileCode);
            await refuseTaken(trx, tables, state.rows);
            for (const table of tables) await insertRows(trx, table, profileCode, state.rows[table.name] ?? []);
            await restoreJournal(trx, profileCode, state.journal);
            await trx.updateTable('profiles').set(toColumns(state)).where('code', '=', profileCode).execute();
          }),
        ));
      forget(profileCode);
      return misfit;
    },

    async remove(profileCode) {
      const tables = await stateTables();
      const removed = await db.transaction().execute(async (trx) => {
        await removeRows(trx, tables, profileCode);
        await trx.deleteFrom('credentials').where('profile_code', '=', profileCode).execute();
        return trx.deleteFrom('profiles').where('code', '=', profileCode).executeTakeFirstOrThrow();
      });
      forget(profileCode);
      return removed.numDeletedRows > 0;
    },
  };
}

/** Thrown inside a transaction, to take back what it did. */
class Misfitting extends Error {
  readonly misfit: ImportConflict;

  constructor(misfit: ImportConflict) {
    super('the state does not fit');
    this.misfit = misfit;
  }
}

async function whole(transaction: Promise<void>): Promise<ImportConflict | undefined> {
  try {
    await transaction;
    return undefined;
  } catch (error) {
    if (error instanceof Misfitting) return error.misfit;
    throw error;
  }
}

async function removeRows(trx: Transaction<Tables>, tables: readonly StateTable[], profileCode: string): Promise<void> {
  for (const { name, order } of tables) {
    const some = trx
      .deleteFrom(name)
      .where(order, 'in', (eb) =>
        eb.selectFrom(name).select(order).where('profile_code', '=', profileCode).limit(REMOVED),
      );
    while (Number((await some.executeTakeFirst()).numDeletedRows) === REMOVED) await nextTurn();
  }
  await clearJournal(trx, profileCode);
}

async function readState(
  trx: Transaction<Tables>,
  tables: readonly StateTable[],
  profileCode: string,
  mostCharacters: number,
): Promise<ProfileState | 'too-large' | undefined> {
  const profile = await trx.selectFrom('profiles').selectAll().where('code', '=', profileCode).executeTakeFirst();
  if (!profile) return undefined;
  const journal = await readJournal(trx, profileCode);
  const room: Room = { characters: mostCharacters - (await charactersOf(journal)) };
  const rows: ProfileState['rows'] = {};
  for (const table of tables) rows[table.name] = await readRows(trx, table, profileCode, room);
  if (room.characters < 0) return 'too-large';
  return {
    profile: { name: profile.name, marginPercent: profile.margin_percent },
    clock: profile.clock === null ? null : JSON.parse(profile.clock),
    armed:
      profile.armed === null || profile.armed_calls === 0
        ? null
        : { scenario: profile.armed, calls: profile.armed_calls },
    journal,
    rows,
  };
}

/** Of its JSON. */
async function charactersOf({ exchanges, ...journal }: JournalState): Promise<number> {
  const pause = inSlices();
  let characters = JSON.stringify({ ...journal, exchanges: [] }).length + Math.max(0, exchanges.length - 1);
  for (const exchange of exchanges) {
    characters += JSON.stringify(exchange).length;
    await pause();
  }
  return characters;
}

/** All rows of a table in the order of their ids, or those until the room is used up. */
async function readRows(
  trx: Transaction<Tables>,
  { name, order, columns }: StateTable,
  profileCode: string,
  room: Room,
): Promise<Row[]> {
  const rows: Row[] = [];
  const pause = inSlices();
  let last: string | number | undefined;
  for (;;) {
    // Ids first: an index has them, and to sort whole rows would take long.
    let query = trx.selectFrom(name).select(order).where('profile_code', '=', profileCode).orderBy(order).limit(IDS);
    if (last !== undefined) query = query.where(order, '>', last as string);
    const ids = (await query.execute()).map((row) => row[order]);
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = (await trx
        .selectFrom(name)
        .selectAll()
        .where(order, 'in', ids.slice(at, at + CHUNK))
        .orderBy(order)
        .execute()) as Row[];
      for (const row of chunk) {
        const kept = Object.fromEntries([...columns.keys()].map((column) => [column, row[column]!]));
        room.characters -= JSON.stringify(kept).length;
        rows.push(kept);
      }
      if (room.characters < 0) return rows;
      await pause();
    }
    if (ids.length < IDS) return rows;
    last = ids.at(-1);
  }
}

/** What is left of what a state may come to. */
interface Room {
  characters: number;
}

async function refuseTaken(
  trx: Transaction<Tables>,
  tables: readonly StateTable[],
  rows: ProfileState['rows'],
): Promise<void> {
  const conflicts: string[] = [];
  const pause = inSlices();
  for (const { name, ids: columns } of tables) {
    for (const column of columns) {
      const ids = (rows[name] ?? []).map((row) => row[column] as string);
      for (let at = 0; at < ids.length && conflicts.length < CONFLICTS_TOLD; at += ASKED) {
        const taken = await trx
          .selectFrom(name)
          .select(column)
          .where(column, 'in', ids.slice(at, at + ASKED))
          .limit(CONFLICTS_TOLD)
          .execute();
        conflicts.push(...taken.map((row) => row[column]));
        await pause();
      }
    }
  }
  if (conflicts.length > 0) throw new Misfitting({ conflicts: [...new Set(conflicts)].slice(0, CONFLICTS_TOLD) });
}

/** In their order: where the database counts the rows, they are counted as before. */
async function insertRows(
  trx: Transaction<Tables>,
  { name, columns }: StateTable,
  profileCode: string,
  rows: readonly Row[],
): Promise<void> {
  const pause = inSlices();
  let statement: CompiledQuery | undefined;
  for (let at = 0; at < rows.length; at += CHUNK) {
    const values = rows.slice(at, at + CHUNK).map((row) => ({
      profile_code: profileCode,
      ...Object.fromEntries([...columns.keys()].map((column) => [column, row[column] ?? null])),
    }));
    // To compile it takes longer than to run it, and is the same for all but the last rows.
    if (!statement || values.length < CHUNK)
      statement = trx
        .insertInto(name)
        .values(values as never)
        .compile();
    await trx
      .executeQuery({ ...statement, parameters: values.flatMap((row) => Object.values(row)) })
      .catch((error: unknown) => {
        if (error instanceof TakenError)
          throw new Misfitting({ path: `/${name}`, message: `${name} have an id twice` });
        throw error;
      });
    await pause();
  }
}

function toColumns({ profile, clock, armed }: ProfileState) {
  return {
    name: profile.name,
    margin_percent: profile.marginPercent,
    clock: clock && JSON.stringify(clock),
    armed: armed?.scenario ?? null,
    armed_calls: armed?.calls ?? null,
  };
}

/** Rows at a time; times the columns of a table, fewer than a statement may have values. */
const CHUNK = 50;
const REMOVED = 500;
const ASKED = 500;
const IDS = 5000;
const CONFLICTS_TOLD = 5;
