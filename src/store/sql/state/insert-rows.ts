import type { CompiledQuery } from 'kysely';
import { inSlices } from '../../../base/turns.ts';
import { TakenError } from '../../errors.ts';
import type { ImportConflict, ProfileState, Row } from '../../state.ts';
import type { StateColumn, StateTable, StateTables } from './state-tables.ts';

/** Returns the first conflict between the rows and the tables; undefined if they fit. */
export async function findConflict(
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

/** Thrown if a state cannot be stored: the rows inserted so far are leftovers. */
export class ConflictError extends Error {
  readonly conflict: ImportConflict;

  constructor(conflict: ImportConflict) {
    super('the state cannot be stored');
    this.conflict = conflict;
  }
}

/** Throws ConflictError with the first ids in use by other profiles. */
export async function refuseTaken(
  db: StateTables,
  tables: readonly StateTable[],
  profileCode: string,
  rows: ProfileState['rows'],
): Promise<void> {
  const conflicts: string[] = [];
  const pause = inSlices();
  for (const { name, ids: columns } of tables) {
    for (const column of columns) {
      const ids = (rows[name] ?? []).map((row) => row[column] ?? null);
      for (let at = 0; at < ids.length && conflicts.length < MAX_CONFLICTS; at += LOOKUP_SIZE) {
        const taken = await db
          .selectFrom(name)
          .select(column)
          .where(column, 'in', ids.slice(at, at + LOOKUP_SIZE))
          .where('owner', 'in', (eb) => eb.selectFrom('profiles').select('owner').where('code', '<>', profileCode))
          .limit(MAX_CONFLICTS)
          .execute();
        conflicts.push(...taken.map((row) => String(row[column])));
        await pause();
      }
    }
  }
  if (conflicts.length > 0) throw new ConflictError({ conflicts: [...new Set(conflicts)].slice(0, MAX_CONFLICTS) });
}

/**
 * Inserts rows in their order, each slice in a separate transaction: if the database counts the rows, the order
 * stays. Throws ConflictError.
 */
export async function insertRows(
  db: StateTables,
  { name, columns }: StateTable,
  owner: number,
  rows: readonly Row[],
): Promise<void> {
  const pause = inSlices();
  let statement: CompiledQuery | undefined;
  for (let at = 0; at < rows.length; at += INSERT_SIZE) {
    const values = rows.slice(at, at + INSERT_SIZE).map((row) => ({
      owner,
      ...Object.fromEntries([...columns.keys()].map((column) => [column, row[column] ?? null])),
    }));
    // Compiling takes longer than running, and the statement is the same for all but the last rows.
    if (!statement || values.length < INSERT_SIZE) statement = db.insertInto(name).values(values).compile();
    const parameters = values.flatMap((row) => Object.values(row));
    await db.executeQuery({ ...statement, parameters }).catch((error: unknown) => {
      throw error instanceof TakenError ? duplicateId(name) : error;
    });
    await pause();
  }
}

function duplicateId(table: string): ConflictError {
  return new ConflictError({ path: `/${table}`, message: `${table} have an id twice` });
}

/** Times a table's columns, this stays below the value limit per statement. */
const INSERT_SIZE = 50;
const LOOKUP_SIZE = 500;
const MAX_CONFLICTS = 5;
