import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import type { Compilable, DatabaseConnection, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import { TakenError } from '../taken.ts';
import { UnwritableError } from '../unwritable.ts';
import type { TableCapabilities } from './migrations.ts';

/** Thrown when a store file cannot be opened: it is in use, it is no store, it is damaged, or it cannot be written. */
export class StoreError extends Error {}

/** What a store is found to lack, or to have wrong. */
export class DamageError extends Error {}

export const sqliteCapabilities: TableCapabilities = {
  // An integer primary key counts up by itself; AUTOINCREMENT would keep a second table for it.
  sequence: (column) => column.primaryKey(),
  bytes: 'blob',
};

/**
 * Opens the embedded database. `path` is `:memory:` or a file.
 * A file belongs to one process at a time: the lock is the operating system's, so it is gone with the
 * process, however that ends. Throws StoreError.
 */
export function openSqlite<Tables>(path: string): Kysely<Tables> {
  const database = keepStatements(openDatabase(path));
  return new EmbeddedDatabase<Tables>(
    new EmbeddedDriver(database, path === ':memory:' ? SAVEPOINT : BEGIN_COMMIT),
    database,
  );
}

/** The database is in this process: a statement has nobody to wait for but a transaction that is under way. */
class EmbeddedDatabase<Tables> extends Kysely<Tables> {
  readonly #driver: EmbeddedDriver;
  readonly #database: SqliteDatabase;

  constructor(driver: EmbeddedDriver, database: SqliteDatabase) {
    super({ dialect: new EmbeddedDialect(driver, database) });
    this.#driver = driver;
    this.#database = database;
  }

  override async executeQuery<Row>(
    query: CompiledQuery<Row> | Compilable<Row>,
    options?: Parameters<Kysely<Tables>['executeQuery']>[1],
  ): Promise<QueryResult<Row>> {
    if (this.#driver.inTransaction || !('sql' in query)) return super.executeQuery(query, options);
    const statement = this.#database.prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(query.parameters).changes) };
  }
}

class EmbeddedDialect extends SqliteDialect {
  readonly #driver: EmbeddedDriver;

  constructor(driver: EmbeddedDriver, database: SqliteDatabase) {
    super({ database });
    this.#driver = driver;
  }

  override createDriver(): EmbeddedDriver {
    return this.#driver;
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: KeptDatabase;
  readonly #transaction: Transaction;
  inTransaction = false;

  constructor(database: KeptDatabase, transaction: Transaction) {
    super({ database });
    this.#database = database;
    this.#transaction = transaction;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.inTransaction = true;
    try {
      await execute(connection, this.#transaction.begin);
    } catch (error) {
      this.inTransaction = false;
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await execute(connection, this.#transaction.commit);
    this.inTransaction = false;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // A full disk has made SQLite roll it back already; to do so again would be an error that hides the first.
      if (this.#database.isTransaction) await execute(connection, this.#transaction.rollback);
    } finally {
      this.inTransaction = false;
    }
  }
}

/** The statements that a transaction begins and ends with. */
interface Transaction {
  begin: string[];
  commit: string[];
  rollback: string[];
}

const BEGIN_COMMIT: Transaction = { begin: ['begin'], commit: ['commit'], rollback: ['rollback'] };

/**
 * A database in memory lives and dies within one transaction that never ends: nobody else sees it, and nothing outlives the
 * process. A commit of its own would cost a row twice what inserting it does: SQLite copies every page that is about
 * to change, and looks through all of them at a commit during which an index grew.
 */
const SAVEPOINT: Transaction = {
  begin: ['savepoint within'],
  commit: ['release within'],
  rollback: ['rollback to within', 'release within'],
};

async function execute(connection: DatabaseConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
}

interface KeptDatabase extends SqliteDatabase {
  readonly isTransaction: boolean;
}

function keepStatements(database: DatabaseSync): KeptDatabase {
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
  return {
    prepare,
    close: () => database.close(),
    get isTransaction() {
      return database.isTransaction;
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') refuseLeftovers(path);
    database = new DatabaseSync(path);
    if (path === ':memory:') database.exec('PRAGMA page_size=32768; BEGIN;');
    else {
      // Each commit writes whole pages. A file that is there keeps the pages it has.
      database.exec('PRAGMA page_size=8192');
      // Exclusive before WAL: the first write then takes the lock and keeps it.
      database.exec(
        'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; BEGIN EXCLUSIVE; COMMIT;',
      );
      claim(database);
      checkPages(database, path);
    }
    return database;
  } catch (error) {
    database?.close();
    throw toStoreError(path, error as Error);
  }
}

/** SQLite would delete the changes that were not in the file yet, as left behind by another one. */
function refuseLeftovers(path: string): void {
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0)
    throw new DamageError(`it is empty, but ${path}-wal beside it is not`);
}

/** Throws for a page that is not what it should be. A second for each gigabyte: larger files go without. */
function checkPages(database: DatabaseSync, path: string): void {
  if (sizeOf(path) > MAX_CHECKED_BYTES) return;
  const { quick_check } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (quick_check !== 'ok') throw new DamageError(quick_check.replace(/\s+/g, ' ').replaceAll('*', '').trim());
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Marks an empty file as a store. Throws for a database that another program made. */
function claim(database: DatabaseSync): void {
  const { application_id } = database.prepare('PRAGMA application_id').get() as { application_id: number };
  if (application_id === APPLICATION_ID) return;
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get())
    throw new Error('file is not a database of taxiway');
  database.exec(`PRAGMA application_id=${APPLICATION_ID}`);
}

/** Says of a store what keeps it from being opened, and what to do. */
export function toStoreError(path: string, error: Error): StoreError {
  return error instanceof StoreError ? error : new StoreError(explain(path, error), { cause: error });
}

function explain(path: string, error: Error): string {
  const { message } = error;
  if (/locked|busy/i.test(message))
    return `the store file ${path} is in use by another process; stop it first, or give another --store`;
  if (error instanceof DamageError || /malformed/i.test(message)) {
    return `the store file ${path} is damaged (${message}); restore a backup of it, or delete it together with ${path}-wal to begin with an empty store, or give another --store`;
  }
  if (/not a database/i.test(message))
    return `${path} is not a taxiway store, or its beginning is damaged; give another --store, or restore a backup`;
  if (/readonly/i.test(message))
    return `the store file ${path} cannot be written (${message}); make it and its folder writable, or give another --store`;
  if (/full|disk I\/O/i.test(message))
    return `the store file ${path} cannot be written (${message}); free space on its disk, or give another --store`;
  return `the store file ${path} cannot be opened (${message}); check that its folder exists and is writable`;
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

/** Gives those failures a name that others can do something about. */
function naming<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if (TAKEN.includes(errcode)) throw new TakenError(message, { cause: error });
    if (UNWRITABLE.includes(errcode & 0xff)) throw new UnwritableError(message, { cause: error });
    throw error;
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const TAKEN = [1555, 2067];
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, of which there are many kinds each. */
const UNWRITABLE = [8, 10, 13, 14];
const MAX_CHECKED_BYTES = 2 ** 30;
const KEPT_STATEMENTS = 200;
/** "taxi" in ASCII. */
const APPLICATION_ID = 0x74617869;
