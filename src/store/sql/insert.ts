import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Inserts rows of a table, all with the same properties in the same order; those that arrive in one turn of the event
 * loop together, so that they are answered together. Each promise is resolved once its row is committed: with false
 * if it is not kept because its value of `unique` is there already, be it by a row before it.
 */
export function createInsert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  { durable, unique }: InsertOptions<Name>,
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  const insertOne = prepareInsert(db, table, unique);
  const insertGroup = durable
    ? prepareGroups(db, table, insertOne)
    : (group: readonly Waiting<Name>[]) => group.forEach(({ row, settle }) => settle(insertOne(row)));
  let waiting: Waiting<Name>[] = [];
  const flush = () => {
    insertGroup(waiting);
    waiting = [];
  };
  return (row) =>
    new Promise((settle) => {
      if (waiting.push({ row, settle }) === 1) setImmediate(flush);
    });
}

interface InsertOptions<Name extends keyof Tables> {
  /** Commits are dear: the rows of one turn share one. */
  durable: boolean;
  unique?: keyof Insertable<Tables[Name]> & string;
}

interface Waiting<Name extends keyof Tables> {
  row: Insertable<Tables[Name]>;
  settle: (kept: boolean | Promise<boolean>) => void;
}

function prepareInsert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  unique: InsertOptions<Name>['unique'],
): (row: Insertable<Tables[Name]>) => Promise<boolean> {
  let compiled: CompiledQuery | undefined;
  return async (row) => {
    if (!compiled) {
      const query = db.insertInto(table).values(row);
      compiled = (
        unique === undefined ? query : query.onConflict((conflict) => conflict.column(unique as never).doNothing())
      ).compile();
    }
    const { numAffectedRows } = await db.executeQuery({ ...compiled, parameters: Object.values(row) });
    return numAffectedRows !== 0n;
  };
}

/**
 * One statement for all. When it fails, the rows are inserted one by one, so that nobody fails for another's row, and
 * only then is it asked what was there already: mostly nothing was.
 */
function prepareGroups<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  insertOne: (row: Insertable<Tables[Name]>) => Promise<boolean>,
): (group: readonly Waiting<Name>[]) => void {
  const statements: CompiledQuery[] = [];
  const insert = async (group: readonly Waiting<Name>[]) => {
    const compiled = (statements[group.length] ??= db
      .insertInto(table)
      .values(group.map(({ row }) => row))
      .compile());
    try {
      await db.executeQuery({ ...compiled, parameters: group.flatMap(({ row }) => Object.values(row)) });
      for (const { settle } of group) settle(true);
    } catch {
      for (const { row, settle } of group) {
        const kept = insertOne(row);
        settle(kept);
        await kept.catch(() => undefined);
      }
    }
  };
  return (all) => {
    for (let at = 0; at < all.length; at += MAX_ROWS) void insert(all.slice(at, at + MAX_ROWS));
  };
}

/** Each number of rows is a statement of its own. */
const MAX_ROWS = 20;
