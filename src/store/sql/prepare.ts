import type { Compilable, CompiledQuery, QueryResult } from 'kysely';

/** Runs a query that was compiled once, with the values of one call. */
export type Prepared<Values, Row> = (db: Executor, values: Values) => Promise<Row[]>;

/** A database or a transaction. */
export interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * Compiles a query once: building and compiling a query costs several times what running it does. `build` gets
 * placeholders for the values of a call, to be used as parameters wherever Kysely takes a value.
 */
export function prepare<Values extends object, Row = unknown>(
  names: readonly (keyof Values & string)[],
  build: (values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const run = compileOnce(names, build);
  return async (db, values) => (await run(db, values)).rows;
}

/**
 * The same for a statement that returns no rows: yields how many rows it changed. With RETURNING, SQLite would collect
 * the rows in a table of its own, which takes longer than the insert.
 */
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
  return (db, values) => {
    const parameters = compiled.parameters.map((parameter) => {
      const name = nameOf.get(parameter);
      return name === undefined ? parameter : values[name];
    });
    return db.executeQuery<Row>({ ...compiled, parameters });
  };
}
