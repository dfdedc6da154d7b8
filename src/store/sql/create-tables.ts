import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Capabilities } from './database.ts';
import { DamageError, VersionError } from './opening-errors.ts';
import type { Tables } from './tables.ts';
import { TABLES, tablesScript, VERSION } from './tables-script.ts';

/**
 * Makes the tables in an empty database. Throws VersionError for tables from another version, and DamageError if one is
 * missing.
 */
export async function createTables(db: Kysely<Tables>, { columnTypes }: Capabilities): Promise<void> {
  const existing = await allTables(db);
  if (existing.length > 0) return checkTables(db);
  await db.transaction().execute(async (trx) => {
    const make = (statement: string) => sql.raw(statement).execute(trx);
    for (const statement of tablesScript(columnTypes)) await make(statement);
    await make(`create table ${VERSIONS} (name varchar(255) primary key, timestamp varchar(255) not null)`);
    await sql`insert into ${sql.table(VERSIONS)} values (${sql.lit(VERSION)}, current_timestamp)`.execute(trx);
    await sql`insert into owners (number) values (${sql.lit(NOBODY)})`.execute(trx);
  });
}

/** Throws VersionError for tables from another version, and DamageError if a table is missing. */
export async function checkTables(db: Kysely<Tables>): Promise<void> {
  const existing = await allTables(db);
  const versions = existing.includes(VERSIONS) ? await readVersions(db) : [];
  if (versions.some((name) => name !== VERSION)) throw new VersionError();
  for (const table of [VERSIONS, ...TABLES])
    if (!existing.includes(table)) throw new DamageError(`there is no table ${table}`);
}

/** Returns the table names, the version table included. */
export async function allTables(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}

async function readVersions(db: Kysely<Tables>): Promise<string[]> {
  return (await sql<{ name: string }>`select name from ${sql.table(VERSIONS)}`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

/** Kysely's migration table: a later version can migrate from this one. */
const VERSIONS = 'kysely_migration';
/** Owns the calls that name no profile. */
export const NOBODY = 0;
