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
  const placeholders = new Map(names.map((name) => [name, new Placeholder(name)]));
  const compiled = build(Object.fromEntries(placeholders) as Values).compile();
  return async (db, values) => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
