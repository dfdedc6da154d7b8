import { CompiledQuery } from 'kysely';
import type { Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Inserts rows that arrive in the same turn of the event loop with one statement, and so with one commit.
 * The rows of a table must all have the same properties in the same order.
 * Each promise is resolved once its row is committed; when a statement fails, its rows are inserted one by one, so
 * that nobody fails for another's row.
 */
export function groupInserts<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
): (row: Insertable<Tables[Name]>) => Promise<void> {
  const statements: string[] = [];
  let waiting: Waiting<Insertable<Tables[Name]>>[] = [];

  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST_ROWS) void insert(all.slice(at, at + MOST_ROWS));
  };
  const insert = async (group: Waiting<Insertable<Tables[Name]>>[]) => {
    const sql = (statements[group.length] ??= compileInsert(db, table, group[0]!.row, group.length));
    try {
      await db.executeQuery(CompiledQuery.raw(sql, group.flatMap(({ row }) => Object.values(row))));
      for (const { resolve } of group) resolve();
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
  resolve: () => void;
  reject: (error: unknown) => void;
}

function compileInsert<Name extends keyof Tables>(db: Kysely<Tables>, table: Name, row: Insertable<Tables[Name]>, count: number): string {
  return db.insertInto(table).values(Array.from({ length: count }, () => row)).compile().sql;
}

const MOST_ROWS = 50;
