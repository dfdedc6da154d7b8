import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { TableCapabilities } from '../migrations.ts';
import { cacheStatements } from './cache-statements.ts';
import { openDatabase } from './open-database.ts';
import { BEGIN_COMMIT, NodeSqliteDriver, SAVEPOINT } from './sqlite-driver.ts';

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
