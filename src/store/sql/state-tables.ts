import type { Kysely } from 'kysely';
import { inSlices } from '../../turns.ts';
import type { ImportConflict, ProfileState, Row } from '../state.ts';
import type { Tables } from './tables.ts';

/** A table with rows of profiles, as the database describes it. */
export interface StateTable {
  /** One of them, so that queries have a type: they are all alike in what is asked of them. */
  name: 'searches';
  /** Orders the rows as they came, where the database counts them; else by their id. */
  order: 'search_id';
  /** Ids that no two profiles may have. */
  ids: readonly 'search_id'[];
  /** Without the profile, and without a number that only counts. */
  columns: ReadonlyMap<string, StateColumn>;
}

interface StateColumn {
  kind: 'text' | 'integer' | 'number';
  /** Then it may be missing too: the column may be younger than the row. */
  nullable: boolean;
}

/** Reads which tables have rows of profiles: a new one, or a new column, is part of every state from then on. */
export async function readStateTables(db: Kysely<Tables>): Promise<StateTable[]> {
  const all = await db.introspection.getTables();
  return all
    .filter(
      ({ name, columns }) => !KEPT_OTHERWISE.includes(name) && columns.some((column) => column.name === 'profile_code'),
    )
    .map(({ name, columns }) => {
      const counter = columns.find(({ isAutoIncrementing }) => isAutoIncrementing);
      const own = columns.filter((column) => column.name !== 'profile_code' && column !== counter);
      return {
        name: name as 'searches',
        order: (counter ?? own[0]!).name as 'search_id',
        ids: (IDS[name] ?? []) as 'search_id'[],
        columns: new Map(
          own.map((column) => [
            column.name,
            {
              kind: KINDS[column.dataType.toLowerCase()] ?? unknownType(name, column.name, column.dataType),
              // SQLite lets text keys be null unless told otherwise.
              nullable: column.isNullable && !IDS[name]?.includes(column.name),
            },
          ]),
        ),
      };
    });
}

/** What of the rows does not fit the tables; undefined when all do. */
export async function misfitOf(
  tables: readonly StateTable[],
  rows: ProfileState['rows'],
): Promise<ImportConflict | undefined> {
  const pause = inSlices();
  const stray = Object.keys(rows).find((name) => !tables.some((table) => table.name === name));
  if (stray !== undefined)
    return {
      path: `/${stray}`,
      message: `there is no table "${stray.slice(0, 64)}"; there are ${tables.map(({ name }) => name).join(', ')}`,
    };
  for (const table of tables) {
    for (const [i, row] of (rows[table.name] ?? []).entries()) {
      const wrong = wrongIn(table, row);
      if (wrong) return { path: `/${table.name}/${i}/${wrong.column}`, message: wrong.message };
      await pause();
    }
  }
  return undefined;
}

function wrongIn({ columns }: StateTable, row: Row): { column: string; message: string } | undefined {
  for (const column of Object.keys(row)) {
    if (!columns.has(column))
      return {
        column,
        message: `there is no column "${column.slice(0, 64)}"; there are ${[...columns.keys()].join(', ')}`,
      };
  }
  for (const [name, column] of columns) {
    const message = wrongWith(column, row[name]);
    if (message) return { column: name, message: `${name} ${message}` };
  }
  return undefined;
}

function wrongWith({ kind, nullable }: StateColumn, value: unknown): string | undefined {
  if (value === undefined || value === null)
    return nullable ? undefined : `must not be ${value === null ? 'null' : 'missing'}`;
  const fits =
    kind === 'text'
      ? typeof value === 'string'
      : kind === 'integer'
        ? Number.isSafeInteger(value)
        : Number.isFinite(value);
  return fits ? undefined : `must be ${kind === 'integer' ? 'a whole number' : `a ${kind}`}, got ${typeof value}`;
}

function unknownType(table: string, column: string, type: string): never {
  throw new Error(`states cannot hold the type ${type} of ${table}.${column}; name how it is read in state-tables.ts`);
}

/** Secrets are in no state; the journal has a form of its own. */
const KEPT_OTHERWISE = ['credentials', 'journals', 'exchanges'];

const IDS: Record<string, readonly string[]> = {
  searches: ['search_id'],
  pricings: ['pricing_token'],
  orders: ['order_id', 'offer_id'],
  bookings: ['booking_id', 'pricing_token'],
};

const KINDS: Record<string, StateColumn['kind']> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'number',
};
