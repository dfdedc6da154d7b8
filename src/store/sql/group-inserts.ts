import { CompiledQuery } from 'kysely';
import type { Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Inserts rows that arrive in the same turn of the event loop with one statement, and so with one commit.
 * The rows of a table must all have the same properties in the same order.
 * Each promise is resolved once its row is committed: with false if it is not kept because its value of `unique` is
 * there already, be it by a row before it in the same statement. When a statement fails, its rows are inserted one by
 * one, so that nobody fails for another's row.
 */
export function groupInserts<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  unique?: keyof Insertable<Tables[Name]> & string,
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  const statements: string[] = [];
  let waiting: Waiting<Insertable<Tables[Name]>>[] = [];

  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST_ROWS) void insert(all.slice(at, at + MOST_ROWS));
  };
  const insert = async (group: Waiting<Insertable<Tables[Name]>>[]) => {
    const sql = (statements[group.length] ??= compileInsert(db, table, group[0]!.row, group.length, unique));
    try {
      const { rows } = await db.executeQuery(CompiledQuery.raw(sql, group.flatMap(({ row }) => Object.values(row))));
      const kept = new Set(rows.map((row) => (row as Insertable<Tables[Name]>)[unique!]));
      for (const { row, resolve } of group) resolve(unique === undefined || kept.delete(row[unique]));
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const one of group) await insert([one]);
    }
  };

  return (row) => new Promise((resolve, reject) => {
    if (waiting.push({ row, resolve, reject }) === 1) setImmediate(flush);
  });
}

interface Waiting<Row> {
  row: Row;
  resolve: (kept: boolean) => void;
  reject: (error: unknown) => void;
}

function compileInsert<Name extends keyof Tables>(db: Kysely<Tables>, table: Name, row: Insertable<Tables[Name]>, count: number, unique: string | undefined): string {
  const insert = db.insertInto(table).values(Array.from({ length: count }, () => row));
  if (unique === undefined) return insert.compile().sql;
  return insert.onConflict((conflict) => conflict.column(unique as never).doNothing()).returning(unique as never).compile().sql;
}

/** Each number of rows is a statement of its own. */
const MOST_ROWS = 20;
