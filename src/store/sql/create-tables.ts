import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Capabilities } from './database.ts';
import { migrations } from './migrations.ts';
import { DamageError, NewerError, toError } from './opening-errors.ts';
import type { Tables } from './tables.ts';

/**
 * Makes the tables of an empty database, by one script where it has one, and migrates those of an older store. Throws
 * NewerError and DamageError.
 */
export async function createTables(db: Kysely<Tables>, capabilities: Capabilities): Promise<void> {
  if (capabilities.createTables && (await allTables(db)).length === 0) return capabilities.createTables();
  await migrate(db, capabilities);
  await checkTables(db);
}

/** Runs the migrations that a store lacks; all of them in an empty database. Throws NewerError. */
export async function migrate(db: Kysely<Tables>, capabilities: Capabilities): Promise<void> {
  const provider = migrations(capabilities);
  const known = Object.keys(await provider.getMigrations());
  const unknown = (await executedMigrations(db)).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new NewerError(known.length);
  const { error } = await capabilities.unhurried(db, (slow) => new Migrator({ db: slow, provider }).migrateToLatest());
  if (error !== undefined) throw toError(error);
}

/** Returns the names of the executed migrations; none in a new store. */
export async function executedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await allTables(db)).includes(DEFAULT_MIGRATION_TABLE)) return [];
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  return (await sql<{ name: string }>`select name from ${table}`.execute(db)).rows.map(({ name }) => name);
}

/** Throws DamageError if a table is missing. */
export async function checkTables(db: Kysely<Tables>): Promise<void> {
  const existing = await allTables(db);
  for (const table of Object.keys(TABLES))
    if (!existing.includes(table)) throw new DamageError(`there is no table ${table}`);
}

/** Returns the names of the tables, those of Kysely included. */
async function allTables(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}

const TABLES: Record<keyof Tables, true> = {
  openings: true,
  owners: true,
  profiles: true,
  credentials: true,
  searches: true,
  orders: true,
  pricings: true,
  bookings: true,
  journals: true,
  exchanges: true,
  strays: true,
};
