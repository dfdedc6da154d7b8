import { sql } from 'kysely';
import { migrate } from '../../src/store/sql/create-tables.ts';
import { openSqlite } from '../../src/store/sql/sqlite/open-sqlite.ts';

/** Returns the module with the script for an empty SQLite database: its tables as all migrations leave them. */
export async function renderEmptyStore(): Promise<string> {
  const { db, capabilities } = openSqlite(':memory:');
  await migrate(db, capabilities);
  const made = sql<{ sql: string }>`select sql from sqlite_schema where sql is not null and name not like 'sqlite_%'
    order by type = 'table' desc, rowid`;
  const names = sql<{ name: string }>`select name from kysely_migration order by name`;
  const statements = [
    ...(await made.execute(db)).rows.map((row) => row.sql.replace(/\s+/g, ' ')),
    ...(await names.execute(db)).rows.map(({ name }) => `insert into kysely_migration values ('${name}', ${NOW})`),
    `insert into kysely_migration_lock values ('migration_lock', 0)`,
  ];
  await db.destroy();
  return `/**
 * SQL that makes an empty store, which migrations would take five times as long to make. Made from them by
 * docs/store/render-empty-store.ts; run \`npm run docs\`.
 */
export const EMPTY_STORE = \`
${statements.join(';\n')}\`;
`;
}

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
