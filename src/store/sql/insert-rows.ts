import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import { Lru } from '../../base/lru.ts';
import type { Executor } from './prepare.ts';
import type { Tables } from './tables.ts';

/**
 * Inserts rows of a table, all with the same properties in the same order, with one statement. The statement for each
 * number of rows is compiled once, and kept for the last `sizes` numbers.
 */
export function prepareInsert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  sizes: number,
): (executor: Executor, rows: readonly Insertable<Tables[Name]>[]) => Promise<void> {
  const statements = new Lru<CompiledQuery>(sizes);
  return async (executor, rows) => {
    const size = String(rows.length);
    let statement = statements.get(size);
    if (!statement) {
      statement = db.insertInto(table).values(rows).compile();
      statements.set(size, statement);
    }
    await executor.executeQuery({ ...statement, parameters: rows.flatMap((row) => Object.values(row)) });
  };
}
