import type { Kysely } from 'kysely';
import type { ImportConflict, ProfileState, StateStore } from '../../state.ts';
import { clearJournal, restoreJournal } from '../journal/all-exchanges.ts';
import type { Tables } from '../tables.ts';
import { findConflict } from './find-conflict.ts';
import { ConflictError, insertRows, refuseTaken } from './insert-rows.ts';
import { readState } from './read-state.ts';
import { removeRows } from './remove-rows.ts';
import type { StateTable } from './state-tables.ts';
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
