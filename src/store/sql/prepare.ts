import type { Compilable, CompiledQuery, Insertable, Kysely, QueryResult } from 'kysely';
import { Lru } from '../../base/lru.ts';
import type { Tables } from './tables.ts';

/** Runs a compiled query with one call's values. */
export type Prepared<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>;

/** A database or a transaction. */
export interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * Compiles a query once: building and compiling a query costs several times as much as running it. `build` gets
 * placeholders for a call's values, usable as parameters wherever Kysely takes a value.
 */
export function prepare<Values extends object, Row = unknown>(
  names: readonly (keyof Values & string)[],
  build: (values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const run = compileOnce(names, build);
  return async (db, values) => (await run(db, values)).rows;
}

/** Compiles a statement without returned rows once. Yields how many rows changed. */
export function prepareChange<Values extends object>(
  names: readonly (keyof Values & string)[],
  build: (values: Values) => Compilable,
): (db: Executor, values: Values) => Promise<number> {
  const run = compileOnce(names, build);
  return async (db, values) => Number((await run(db, values)).numAffectedRows);
}

function compileOnce<Values extends object, Row>(
  names: readonly (keyof Values & string)[],
  build: (values: Values) => Compilable<Row>,
): (db: Executor, values: Values) => Promise<QueryResult<Row>> {
  const placeholders = names.map((name) => ({ name }));
  const nameOf = new Map<unknown, keyof Values>(placeholders.map((placeholder) => [placeholder, placeholder.name]));
  const compiled = build(
    Object.fromEntries(placeholders.map((placeholder) => [placeholder.name, placeholder])) as Values,
  ).compile();
  nameStatement(compiled.sql);
  return (db, values) => {
    const parameters = compiled.parameters.map((parameter) => {
      const name = nameOf.get(parameter);
      return name === undefined ? parameter : values[name];
    });
    return db.executeQuery<Row>({ ...compiled, parameters });
  };
}

/**
 * Inserts rows into a table, all with the same properties in the same order, with one statement. Yields how many rows
 * it inserted. Skips rows if their owner already has the value of the column `unlessTaken`. The statement for each row
 * count is compiled once, and kept for the last `sizes` numbers. It has no RETURNING: SQLite would collect the rows in
 * a separate table, at a higher cost than the insert.
 */
export function prepareInsert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  { sizes = 1, unlessTaken }: { sizes?: number; unlessTaken?: keyof Tables[Name] & string } = {},
): (executor: Executor, rows: readonly Insertable<Tables[Name]>[]) => Promise<number> {
  const statements = new Lru<CompiledQuery>(sizes);
  return async (executor, rows) => {
    const size = String(rows.length);
    let statement = statements.get(size);
    if (!statement) {
      const insert = db.insertInto(table).values(rows);
      const checked =
        unlessTaken === undefined
          ? insert
          : insert.onConflict((conflict) => conflict.columns([unlessTaken, 'owner' as typeof unlessTaken]).doNothing());
      statement = checked.compile();
      nameStatement(statement.sql);
      statements.set(size, statement);
    }
    const parameters = rows.flatMap((row) => Object.values(row));
    return Number((await executor.executeQuery({ ...statement, parameters })).numAffectedRows);
  };
}

/**
 * Returns the name under which a connection may keep a statement compiled once; undefined for others, because each
 * call may be a different one.
 */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `taxiway_${names.size + 1}`);
}

/** As many as statements in the code, times the insert sizes. */
const names = new Map<string, string>();
