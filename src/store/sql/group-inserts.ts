import { CompiledQuery } from 'kysely';
import type { Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Inserts rows that arrive in the same turn of the event loop with one statement, and so with one commit.
 * The rows of a table must all have the same properties in the same order.
 * Each promise is resolved once its row is committed: with false if it is not kept because its value of `unique` is
 * there already, be it by a row before it. When a statement fails, its rows are inserted one by one, so that nobody
 * fails for another's row, and only then is it asked what was there already: mostly nothing was.
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
    const sql = (statements[group.length] ??= db.insertInto(table).values(group.map(({ row }) => row)).compile().sql);
    try {
      await db.executeQuery(CompiledQuery.raw(sql, group.flatMap(({ row }) => Object.values(row))));
      for (const { resolve } of group) resolve(true);
    } catch {
      for (const one of group) await insertAlone(one);
    }
  };
  const insertAlone = async ({ row, resolve, reject }: Waiting<Insertable<Tables[Name]>>) => {
    const query = db.insertInto(table).values(row);
    try {
      const { numInsertedOrUpdatedRows } = await (unique === undefined ? query : query.onConflict((conflict) => conflict.column(unique as never).doNothing())).executeTakeFirst();
      resolve(numInsertedOrUpdatedRows !== 0n);
    } catch (error) {
      reject(error);
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

/** Each number of rows is a statement of its own. */
const MOST_ROWS = 20;
