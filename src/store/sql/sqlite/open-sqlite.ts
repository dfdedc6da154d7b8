import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { DatabaseConnection, SqliteDatabase, SqliteStatement } from 'kysely';
import {
  CompiledQuery,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Lru } from '../../../base/lru.ts';
import { messageOf } from '../../../base/message-of.ts';
import { TakenError, UnwritableError } from '../../errors.ts';
import type { Capabilities, Database } from '../database.ts';
import { ONE_PROCESS } from '../database.ts';
import type { Tables } from '../tables.ts';
import { openDatabase, toStoreError } from './open-database.ts';

/**
 * Opens the embedded database. `path` is `:memory:` or a file. The operating system locks a file for one process at
 * a time and releases the lock when the process ends. Throws StoreError.
 */
export function openSqlite(path: string): Database {
  const database = openDatabase(path);
  const statements = cacheStatements(database);
  const canShrink = database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'] === INCREMENTAL;
  const transactions = path === ':memory:' ? SAVEPOINT : BEGIN_COMMIT;
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new NodeSqliteDriver(statements, transactions),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    db,
    capabilities: {
      ...sqliteCapabilities,
      durable: path !== ':memory:',
      giveBack: canShrink ? shrink : () => Promise.resolve(false),
    },
    explain: (error) => toStoreError(path, error),
  };
}

const sqliteCapabilities: Omit<Capabilities, 'durable' | 'giveBack'> = {
  columnTypes: {
    text: 'text',
    integer: 'integer',
    bytes: 'blob',
    // SQLite counts an integer primary key by itself; AUTOINCREMENT would maintain a second table for it.
    sequence: 'integer primary key',
    counter: 'integer primary key autoincrement',
    ofOwner: '',
  },
  // Statements run one after the other, and there is one transaction at a time.
  locksRows: false,
  isShared: false,
  readTogether: null,
  processes: ONE_PROCESS,
  // Every write needs space in the change log.
  check: () => Promise.resolve(),
  // Every look-up has only one possible plan, with or without counts.
  analyze: () => Promise.resolve(),
  // The profile lock keeps the rows unchanged.
  snapshot: (db, read) => read(db),
  takeName: () => Promise.resolve(),
};

async function shrink(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  const excess = (rows[0]?.freelist_count ?? 0) - RESERVE;
  if (excess <= 0) return false;
  await sql`pragma incremental_vacuum(${sql.lit(Math.min(excess, SLICE))})`.execute(db);
  // The file shrinks when the change log is written to it.
  if (excess <= SLICE) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return excess > SLICE;
}

/** Free pages for the next writes, 2 MB: shrinking a file that soon grows again costs twice. */
const RESERVE = 256;
const SLICE = 32;
/** Value of `auto_vacuum`. Memory and older files have 0, and reuse their free pages. */
const INCREMENTAL = 2;

/** Kysely's driver for SQLite, with chosen statements to begin and end a transaction. */
class NodeSqliteDriver extends SqliteDriver {
  readonly #statements: TransactionStatements;

  constructor(database: SqliteDatabase, statements: TransactionStatements) {
    super({ database });
    this.#statements = statements;
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return execute(connection, this.#statements.begin);
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return execute(connection, this.#statements.commit);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await execute(connection, this.#statements.rollback);
    } catch (error) {
      // On a full disk SQLite has already rolled back: the failing second rollback must not hide the first error.
      if (!/no transaction is active|no such savepoint/.test(messageOf(error))) throw error;
    }
  }
}

interface TransactionStatements {
  begin: string[];
  commit: string[];
  rollback: string[];
}

const BEGIN_COMMIT: TransactionStatements = { begin: ['begin'], commit: ['commit'], rollback: ['rollback'] };

/**
 * For a database in memory, inside one transaction without an end: no other process reads it, and nothing outlives the
 * process. A commit per row would cost twice as much as the insert: SQLite copies every page before its change, and
 * scans all at a commit if an index has grown.
 */
const SAVEPOINT: TransactionStatements = {
  begin: ['savepoint within'],
  commit: ['release within'],
  rollback: ['rollback to within', 'release within'],
};

async function execute(connection: DatabaseConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
}

/** Wraps the database for Kysely. Prepares each statement once, and keeps the last `MAX_STATEMENTS`. */
function cacheStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Lru<SqliteStatement>(MAX_STATEMENTS);
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = toKysely(sql, database.prepare(sql));
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

/** node:sqlite takes parameters as separate arguments, Kysely passes a list. */
function toKysely(sql: string, statement: StatementSync): SqliteStatement {
  const run = <T>(execute: (...values: SQLInputValue[]) => T, parameters: readonly unknown[]): T => {
    try {
      return execute(...(parameters as SQLInputValue[]));
    } catch (error) {
      throw toNamedError(error);
    }
  };
  return {
    // Values are parameters, so the words are SQL. Node 22.13 does not report a statement's columns.
    reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
    all: (parameters) => run((...values) => statement.all(...values), parameters),
    run: (parameters) => run((...values) => statement.run(...values), parameters),
    iterate: (parameters) => run((...values) => statement.iterate(...values), parameters),
  };
}

/** Maps UNIQUE violations to TakenError, and failed writes to UnwritableError. */
function toNamedError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  const { errcode, message } = error;
  if (UNIQUE_VIOLATIONS.includes(errcode)) return new TakenError(message, { cause: error });
  if (WRITE_FAILURES.includes(errcode & 0xff)) return new UnwritableError(message, { cause: error });
  return error;
}

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const UNIQUE_VIOLATIONS = [1555, 2067];
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN; a code's upper bits give the details. */
const WRITE_FAILURES = [8, 10, 13, 14];
const MAX_STATEMENTS = 200;
