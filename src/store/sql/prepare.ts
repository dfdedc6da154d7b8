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
  const placeholders = names.map((name) => ({ name }));
  const nameOf = new Map<unknown, keyof Values>(placeholders.map((placeholder) => [placeholder, placeholder.name]));
  const compiled = build(
    Object.fromEntries(placeholders.map((placeholder) => [placeholder.name, placeholder])) as Values,
  ).compile();
  return async (db, values) => {
    const parameters = compiled.parameters.map((parameter) => {
      const name = nameOf.get(parameter);
      return name === undefined ? parameter : values[name];
    });
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
