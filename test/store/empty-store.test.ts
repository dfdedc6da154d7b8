import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTables, migrate } from '../../src/store/sql/create-tables.ts';
import { openSqlite } from '../../src/store/sql/sqlite/open-sqlite.ts';
import { temporaryFile } from '../support/temporary-file.ts';

it.each([':memory:', 'a file'])('an empty store in %s has what the migrations make', async (place) => {
  const [created, migrated] = [openSqlite(addressOf(place)), openSqlite(addressOf(place))];
  await createTables(created.db, created.capabilities);
  await migrate(migrated.db, migrated.capabilities);
  const made = await contentsOf(created.db);
  expect(made).toEqual(await contentsOf(migrated.db));
  expect(Object.keys(made.rows)).toEqual(expect.arrayContaining(['exchanges', 'kysely_migration']));
  // A later opening finds nothing to migrate.
  await createTables(created.db, created.capabilities);
  expect(await contentsOf(created.db)).toEqual(made);
  await Promise.all([created.db.destroy(), migrated.db.destroy()]);
});

function addressOf(place: string): string {
  return place === ':memory:' ? place : temporaryFile();
}

type Db = ReturnType<typeof openSqlite>['db'];

/** Returns the tables and indexes, and the rows of each table, without the instant of a migration. */
async function contentsOf(db: Db) {
  const { rows: made } = await sql<Schema>`select type, name, tbl_name, sql from sqlite_schema`.execute(db);
  const rows: Record<string, unknown> = {};
  // SQLite has the last number of an empty table as 0, or not at all.
  for (const { name } of made.filter(({ type, name }) => type === 'table' && name !== 'sqlite_sequence'))
    rows[name] = (await sql<object>`select * from ${sql.table(name)}`.execute(db)).rows.map(withoutInstant);
  return { schema: made.map(onOneLine).sort(), rows };
}

interface Schema {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

function onOneLine(entry: Schema): string {
  return JSON.stringify({ ...entry, sql: entry.sql?.replace(/\s+/g, ' ') });
}

function withoutInstant(row: object): object {
  return 'timestamp' in row ? { ...row, timestamp: /^\d{4}-\d\d-\d\dT.*\d{3}Z$/.test(String(row.timestamp)) } : row;
}
