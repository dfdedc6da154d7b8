import type { CompiledQuery } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import { TakenError } from '../../errors.ts';
import type { ImportConflict, ProfileState, Row } from '../../state.ts';
import type { StateTable, StateTransaction } from './state-tables.ts';

/** Thrown inside a transaction to roll it back. */
export class ConflictError extends Error {
  readonly conflict: ImportConflict;

  constructor(conflict: ImportConflict) {
    super('the state cannot be stored');
    this.conflict = conflict;
  }
}

/** Throws ConflictError with the first ids that rows of other profiles have. */
export async function refuseTaken(
  trx: StateTransaction,
  tables: readonly StateTable[],
  rows: ProfileState['rows'],
): Promise<void> {
  const conflicts: string[] = [];
  const pause = inSlices();
  for (const { name, ids: columns } of tables) {
    for (const column of columns) {
      const ids = (rows[name] ?? []).map((row) => row[column] ?? null);
      for (let at = 0; at < ids.length && conflicts.length < MAX_CONFLICTS; at += LOOKUP_SIZE) {
        const taken = await trx
          .selectFrom(name)
          .select(column)
          .where(column, 'in', ids.slice(at, at + LOOKUP_SIZE))
          .limit(MAX_CONFLICTS)
          .execute();
        conflicts.push(...taken.map((row) => String(row[column])));
        await pause();
      }
    }
  }
  if (conflicts.length > 0) throw new ConflictError({ conflicts: [...new Set(conflicts)].slice(0, MAX_CONFLICTS) });
}

/** Inserts rows in their order: where the database counts the rows, the order stays. Throws ConflictError. */
export async function insertRows(
  trx: StateTransaction,
  { name, columns }: StateTable,
  profileCode: string,
  rows: readonly Row[],
): Promise<void> {
  const pause = inSlices();
  let statement: CompiledQuery | undefined;
  for (let at = 0; at < rows.length; at += INSERT_SIZE) {
    const values = rows.slice(at, at + INSERT_SIZE).map((row) => ({
      profile_code: profileCode,
      ...Object.fromEntries([...columns.keys()].map((column) => [column, row[column] ?? null])),
    }));
    // Compiling takes longer than running, and the statement is the same for all but the last rows.
    if (!statement || values.length < INSERT_SIZE) statement = trx.insertInto(name).values(values).compile();
    const parameters = values.flatMap((row) => Object.values(row));
    await trx.executeQuery({ ...statement, parameters }).catch((error: unknown) => {
      throw error instanceof TakenError ? duplicateId(name) : error;
    });
    await pause();
  }
}

function duplicateId(table: string): ConflictError {
  return new ConflictError({ path: `/${table}`, message: `${table} have an id twice` });
}

/** Times the columns of a table, this stays below the number of values that a statement may have. */
const INSERT_SIZE = 50;
const LOOKUP_SIZE = 500;
const MAX_CONFLICTS = 5;
