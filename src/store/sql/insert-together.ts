import type { Insertable, Kysely } from 'kysely';
import { UnavailableError } from '../errors.ts';
import type { Capabilities } from './database.ts';
import { prepareInsert } from './prepare.ts';
import type { Tables } from './tables.ts';

/**
 * Inserts single rows into a table, all with the same properties in the same order. If commits are expensive, rows in
 * the same turn of the event loop share a statement. Each promise resolves once its row is committed. `key`: a column
 * with unique values. Processes that share a table and insert the same values take them in its order: otherwise two
 * statements could wait for each other's rows.
 */
export function createInsert<Name extends keyof Tables, Row extends Insertable<Tables[Name]>>(
  db: Kysely<Tables>,
  table: Name,
  insertOne: InsertOne<Row>,
  { durable, isShared }: Pick<Capabilities, 'durable' | 'isShared'>,
  key: keyof Row,
): InsertOne<Row> {
  const insertGroup = durable
    ? groupInsert(db, table, insertOne, (group) => (isShared ? sorted(group, key) : group))
    : (group: readonly Waiting<Row>[]) => group.forEach(({ row, resolve }) => resolve(insertOne(row)));
  let waiting: Waiting<Row>[] = [];
  const flush = () => {
    insertGroup(waiting);
    waiting = [];
  };
  return (row) =>
    new Promise((resolve) => {
      if (waiting.push({ row, resolve }) === 1) setImmediate(flush);
    });
}

/** Resolves to false, without an insert, if the table has a row with the same unique value. */
type InsertOne<Row> = (row: Row) => Promise<boolean>;

interface Waiting<Row> {
  row: Row;
  resolve: (inserted: boolean | Promise<boolean>) => void;
}

/** One statement for all rows. If a row is at fault, inserts them one by one, so that only this row fails. */
function groupInsert<Name extends keyof Tables, Row extends Insertable<Tables[Name]>>(
  db: Kysely<Tables>,
  table: Name,
  insertOne: InsertOne<Row>,
  inOrder: (group: readonly Waiting<Row>[]) => readonly Waiting<Row>[],
): (group: readonly Waiting<Row>[]) => void {
  const insertRows = prepareInsert(db, table, { sizes: MAX_ROWS });
  const insert = async (group: readonly Waiting<Row>[]) => {
    try {
      await insertRows(
        db,
        inOrder(group).map(({ row }) => row),
      );
      for (const { resolve } of group) resolve(true);
    } catch (error) {
      if (error instanceof UnavailableError) return group.forEach(({ resolve }) => resolve(Promise.reject(error)));
      for (const { row, resolve } of group) {
        const inserted = insertOne(row);
        resolve(inserted);
        await inserted.catch(() => undefined);
      }
    }
  };
  return (all) => {
    for (let at = 0; at < all.length; at += MAX_ROWS) void insert(all.slice(at, at + MAX_ROWS));
  };
}

function sorted<Row>(group: readonly Waiting<Row>[], key: keyof Row): readonly Waiting<Row>[] {
  return group.toSorted((one, other) => (one.row[key] < other.row[key] ? -1 : 1));
}

/** Each row count needs a separate statement. */
const MAX_ROWS = 20;
