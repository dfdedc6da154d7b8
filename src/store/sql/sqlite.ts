import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { TakenError } from '../taken.ts';
import type { TableCapabilities } from './migrations.ts';

/** Thrown when a store file cannot be opened: it is in use, or it is no store. */
export class StoreError extends Error {}

export const sqliteCapabilities: TableCapabilities = {
  // An integer primary key counts up by itself; AUTOINCREMENT would keep a second table for it.
  sequence: (column) => column.primaryKey(),
  bytes: 'blob',
};

/**
 * The embedded database as a Kysely dialect. `path` is `:memory:` or a file.
 * A file belongs to one process at a time: the lock is the operating system's, so it is gone with the
 * process, however that ends. Throws StoreError.
 */
export function sqliteDialect(path: string): SqliteDialect {
  const database = openDatabase(path);
  const statements = new Map<string, SqliteStatement>();
  const prepare: SqliteDatabase['prepare'] = (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= KEPT_STATEMENTS) statements.clear();
      statement = toKysely(database.prepare(sql));
      statements.set(sql, statement);
    }
    return statement;
  };
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
}

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // Large pages, so that there are few: whenever a page of an index is split, the commit looks through all pages that
    // are in memory, and inserts become the dearer the more there is. A file that is there keeps the pages it has.
    database.exec('PRAGMA page_size=16384');
    if (path !== ':memory:') {
      // Exclusive before WAL: the first write then takes the lock and keeps it.
      database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; BEGIN EXCLUSIVE; COMMIT;');
      claim(database);
    }
    return database;
  } catch (error) {
    database?.close();
    throw new StoreError(explain(path, error as Error), { cause: error });
  }
}

/** Marks an empty file as a store. Throws for a database that another program made. */
function claim(database: DatabaseSync): void {
  const { application_id } = database.prepare('PRAGMA application_id').get() as { application_id: number };
  if (application_id === APPLICATION_ID) return;
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) throw new Error('file is not a database of taxiway');
  database.exec(`PRAGMA application_id=${APPLICATION_ID}`);
}

function explain(path: string, error: Error): string {
  if (/locked|busy/i.test(error.message)) {
    return `the store file ${path} is in use by another process; stop it first, or give another --store`;
  }
  if (/not a database/i.test(error.message)) return `${path} is not a taxiway store; give another --store`;
  return `the store file ${path} cannot be opened (${error.message}); check that its folder exists and is writable`;
}

/** node:sqlite takes its parameters spread out; Kysely hands them over as a list. */
function toKysely(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => naming(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => naming(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** Calls by its name the one failure that somebody else can do something about. */
function naming<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (TAKEN.includes((error as { errcode?: number }).errcode ?? 0)) throw new TakenError((error as Error).message, { cause: error });
    throw error;
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const TAKEN = [1555, 2067];
const KEPT_STATEMENTS = 200;
/** "taxi" in ASCII. */
const APPLICATION_ID = 0x74617869;
