import type { DatabaseConnection, SqliteDatabase } from 'kysely';
import { CompiledQuery, Kysely, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { messageOf } from '../../../base/message-of.ts';
import type { TableCapabilities } from '../migrations.ts';
import { cacheStatements } from './cache-statements.ts';
import { openDatabase } from './open-database.ts';

/**
 * Opens the embedded database. `path` is `:memory:` or a file. The operating system locks a file for one process at
 * a time and releases the lock when the process ends. Throws StoreError.
 */
export function openSqlite<Tables>(path: string): Kysely<Tables> {
  const database = cacheStatements(openDatabase(path));
  const transactions = path === ':memory:' ? SAVEPOINT : BEGIN_COMMIT;
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new NodeSqliteDriver(database, transactions),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

export const sqliteCapabilities: TableCapabilities = {
  // SQLite counts an integer primary key by itself; AUTOINCREMENT would maintain a second table for it.
  sequence: (column) => column.primaryKey(),
  bytes: 'blob',
};

/** Kysely's driver for SQLite, with a choice of the statements that begin and end a transaction. */
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
      // On a full disk SQLite has already rolled back: that the second rollback fails must not hide the first error.
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
 * For a database in memory, which lives within one transaction that never ends: no other process reads it, and nothing
 * outlives the process. A commit per row would cost twice what the insert does: SQLite copies every page that is
 * about to change, and scans all of them at a commit during which an index grew.
 */
const SAVEPOINT: TransactionStatements = {
  begin: ['savepoint within'],
  commit: ['release within'],
  rollback: ['rollback to within', 'release within'],
};

async function execute(connection: DatabaseConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
}
