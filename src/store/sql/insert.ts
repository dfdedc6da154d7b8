import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Keeps rows of a table, all with the same properties in the same order. Each promise is resolved once its row is
 * committed: with false if it is not kept because its value of `unique` is there already, be it by a row before it.
 * Where commits are dear, as they are in whatever is `durable`, rows of the same turn of the event loop share one.
 */
export function createInsert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  { durable, unique }: { durable: boolean; unique?: keyof Insertable<Tables[Name]> & string },
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  const insertOne = insertAlone(db, table, unique);
  return groupInserts(db, table, insertOne, durable);
}

function insertAlone<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  unique: (keyof Insertable<Tables[Name]> & string) | undefined,
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  let compiled: CompiledQuery | undefined;
  return async (row) => {
    if (!compiled) {
      const query = db.insertInto(table).values(row);
      compiled = (unique === undefined ? query : query.onConflict((conflict) => conflict.column(unique as never).doNothing())).compile();
    }
    const { numAffectedRows } = await db.executeQuery({ ...compiled, parameters: Object.values(row) });
    return numAffectedRows !== 0n;
  };
}

/**
 * One statement for all rows of a turn. When it fails, they are inserted one by one, so that nobody fails for
 * another's row, and only then is it asked what was there already: mostly nothing was.
 */
function groupInserts<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  insertOne: (row: Insertable<Tables[Name]>) => Promise<boolean>,
  durable: boolean,
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  const statements: CompiledQuery[] = [];
  let waiting: Waiting<Insertable<Tables[Name]>>[] = [];

  const flush = () => {
    const all = waiting;
    waiting = [];
    if (!durable) for (const { row, resolve, reject } of all) insertOne(row).then(resolve, reject);
    else for (let at = 0; at < all.length; at += MOST_ROWS) void insert(all.slice(at, at + MOST_ROWS));
  };
  const insert = async (group: Waiting<Insertable<Tables[Name]>>[]) => {
    const compiled = (statements[group.length] ??= db.insertInto(table).values(group.map(({ row }) => row)).compile());
    try {
      await db.executeQuery({ ...compiled, parameters: group.flatMap(({ row }) => Object.values(row)) });
      for (const { resolve } of group) resolve(true);
    } catch {
      for (const { row, resolve, reject } of group) await insertOne(row).then(resolve, reject);
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
