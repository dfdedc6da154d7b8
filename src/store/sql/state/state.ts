import type { Kysely } from 'kysely';
import { inSlices, nextTurn } from '../../../base/turns.ts';
import type { ImportConflict, ProfileState, Row, StateStore } from '../../state.ts';
import { clearJournal, restoreJournal } from '../journal/all-exchanges.ts';
import type { Tables } from '../tables.ts';
import { ConflictError, insertRows, refuseTaken } from './insert-rows.ts';
import { readState } from './read-state.ts';
import type { StateColumn, StateTable, StateTransaction } from './state-tables.ts';
import { readStateTables, withStateTables } from './state-tables.ts';

/** `forget` is called after records were changed or removed, and empties the caches. */
export function createStateStore(db: Kysely<Tables>, forget: () => void): StateStore {
  let known: StateTable[] | undefined;
  const stateTables = async () => (known ??= await readStateTables(db));

  return {
    tables: async () => (await stateTables()).map(({ name }) => name),

    async clear(profileCode) {
      const tables = await stateTables();
      await db.transaction().execute(async (trx) => {
        await removeRows(withStateTables(trx), tables, profileCode);
        await clearJournal(trx, profileCode);
        await trx
          .updateTable('profiles')
          .set({ clock: null, armed: null, armed_calls: null })
          .where('code', '=', profileCode)
          .execute();
      });
      forget();
    },

    async read(profileCode, maxCharacters) {
      const tables = await stateTables();
      return db.transaction().execute((trx) => readState(trx, tables, profileCode, maxCharacters));
    },

    async replace(profileCode, state) {
      const tables = await stateTables();
      const conflict = (await findConflict(tables, state.rows)) ?? (await replaceState(db, tables, profileCode, state));
      forget();
      return conflict;
    },

    async remove(profileCode) {
      const tables = await stateTables();
      const removed = await db.transaction().execute(async (trx) => {
        await removeRows(withStateTables(trx), tables, profileCode);
        await clearJournal(trx, profileCode);
        await trx.deleteFrom('credentials').where('profile_code', '=', profileCode).execute();
        return trx.deleteFrom('profiles').where('code', '=', profileCode).executeTakeFirstOrThrow();
      });
      forget();
      return removed.numDeletedRows > 0;
    },
  };
}

/** Replaces everything in one transaction, or nothing when a conflict is found on the way. */
async function replaceState(
  db: Kysely<Tables>,
  tables: readonly StateTable[],
  profileCode: string,
  state: ProfileState,
): Promise<ImportConflict | undefined> {
  try {
    await db.transaction().execute(async (trx) => {
      const stateTrx = withStateTables(trx);
      await removeRows(stateTrx, tables, profileCode);
      await refuseTaken(stateTrx, tables, state.rows);
      for (const table of tables) await insertRows(stateTrx, table, profileCode, state.rows[table.name] ?? []);
      await restoreJournal(trx, profileCode, state.journal);
      await trx.updateTable('profiles').set(toColumns(state)).where('code', '=', profileCode).execute();
    });
    return undefined;
  } catch (error) {
    if (error instanceof ConflictError) return error.conflict;
    throw error;
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

/** Removes all rows of a profile, in slices. */
async function removeRows(trx: StateTransaction, tables: readonly StateTable[], profileCode: string): Promise<void> {
  for (const { name, order } of tables) {
    const removeSlice = trx
      .deleteFrom(name)
      .where(order, 'in', (eb) =>
        eb.selectFrom(name).select(order).where('profile_code', '=', profileCode).limit(SLICE),
      );
    while (Number((await removeSlice.executeTakeFirst()).numDeletedRows) === SLICE) await nextTurn();
  }
}

const SLICE = 500;

/** The first thing in the rows that the tables cannot hold; undefined when they fit. */
async function findConflict(
  tables: readonly StateTable[],
  rows: ProfileState['rows'],
): Promise<ImportConflict | undefined> {
  const unknown = Object.keys(rows).find((name) => !tables.some((table) => table.name === name));
  if (unknown !== undefined) {
    const names = tables.map(({ name }) => name).join(', ');
    return { path: `/${unknown}`, message: `there is no table "${unknown.slice(0, 64)}"; there are ${names}` };
  }
  const pause = inSlices();
  for (const table of tables) {
    for (const [i, row] of (rows[table.name] ?? []).entries()) {
      const fault = faultOfRow(table, row);
      if (fault) return { path: `/${table.name}/${i}/${fault.column}`, message: fault.message };
      await pause();
    }
  }
  return undefined;
}

function faultOfRow({ columns }: StateTable, row: Row): { column: string; message: string } | undefined {
  const unknown = Object.keys(row).find((column) => !columns.has(column));
  if (unknown !== undefined) {
    const names = [...columns.keys()].join(', ');
    return { column: unknown, message: `there is no column "${unknown.slice(0, 64)}"; there are ${names}` };
  }
  for (const [name, column] of columns) {
    const message = faultOfValue(column, row[name]);
    if (message) return { column: name, message: `${name} ${message}` };
  }
  return undefined;
}

function faultOfValue({ kind, nullable }: StateColumn, value: unknown): string | undefined {
  if (value === undefined || value === null)
    return nullable ? undefined : `must not be ${value === null ? 'null' : 'missing'}`;
  const { fits, expected } = KIND_CHECKS[kind];
  return fits(value) ? undefined : `must be ${expected}, got ${typeof value}`;
}

const KIND_CHECKS: Record<StateColumn['kind'], { fits: (value: unknown) => boolean; expected: string }> = {
  text: { fits: (value) => typeof value === 'string', expected: 'a text' },
  integer: { fits: (value) => Number.isSafeInteger(value), expected: 'a whole number' },
  number: { fits: (value) => Number.isFinite(value), expected: 'a number' },
};
