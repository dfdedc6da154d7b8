import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import pg from 'pg';
import { allTables, checkTables } from '../../create-tables.ts';
import { DamageError, VersionError } from '../../opening-errors.ts';
import type { Tables } from '../../tables.ts';
import { TAXIWAY } from '../schema-lock.ts';
import type { Finding } from './finding.ts';
import { failed, ok, warning } from './finding.ts';

/** Returns the findings about schema, rights, tables, plans and the sandboxes that use them. */
export async function examineSchema(session: Pool, db: Kysely<Tables>, schema: string): Promise<Finding[]> {
  const facts = (await session.query<Facts>(FACTS, [schema])).rows[0] as Facts;
  if (facts.id === null) return [rightToMake(facts, schema)];
  const rights = rightsOf(facts, schema);
  if (rights.state === 'failed') return [rights];
  return [rights, await tablesOf(db, schema), await usersOf(session, facts.id), await examinePlans(session)];
}

interface Facts {
  /** Null if there is no such schema. */
  id: number | null;
  canMakeSchemas: boolean;
  canUse: boolean;
  canMakeTables: boolean;
  /** Other roles' tables. */
  foreign: string[];
}

const FACTS = `
  select s.oid::integer as id, has_database_privilege(current_database(), 'CREATE') as "canMakeSchemas",
    has_schema_privilege(s.oid, 'USAGE') as "canUse", has_schema_privilege(s.oid, 'CREATE') as "canMakeTables",
    array(select relname::text from pg_class where relnamespace = s.oid and relkind in ('r', 'p')
      and not pg_has_role(relowner, 'USAGE') order by relname) as foreign
  from (select $1::text as name) as wanted left join pg_namespace s on s.nspname = wanted.name`;

function rightToMake({ canMakeSchemas }: Facts, schema: string): Finding {
  if (canMakeSchemas) return ok('schema', `${schema} does not exist; the first start makes it`);
  const says = `${schema} does not exist, and the role may not make it`;
  return failed(
    'schema',
    says,
    `create schema ${pg.escapeIdentifier(schema)} authorization <role>, as an administrator`,
  );
}

function rightsOf({ canUse, canMakeTables, foreign }: Facts, schema: string): Finding {
  const owner = `alter schema ${pg.escapeIdentifier(schema)} owner to <role>, as an administrator`;
  if (!canUse) return failed('rights', `the role may not use the schema ${schema}`, owner);
  if (!canMakeTables) return failed('rights', `the role may not make tables in the schema ${schema}`, owner);
  if (foreign.length === 0) return ok('rights', `the role may use the schema ${schema}, and owns its tables`);
  const says = `other roles own tables of the schema ${schema}: ${foreign.join(', ')}`;
  return failed('rights', says, 'alter table … owner to <role>, or connect as their owner');
}

async function tablesOf(db: Kysely<Tables>, schema: string): Promise<Finding> {
  if ((await allTables(db)).length === 0) return ok('tables', 'there are none; the first start makes them');
  try {
    await checkTables(db);
    return ok('tables', 'all are there');
  } catch (error) {
    if (error instanceof VersionError)
      return failed('tables', error.message, 'open it with that version, or give another ?schema=');
    if (!(error instanceof DamageError)) throw error;
    const next = 'restore a backup, or give another ?schema=';
    return failed('tables', `the schema ${schema} is damaged: ${error.message}`, next);
  }
}

/** A running sandbox is not a fault, because the doctor also examines stores in use. */
async function usersOf(session: Pool, schema: number): Promise<Finding> {
  const { rows } = await session.query<{ pid: number }>(USERS, [TAXIWAY, schema]);
  if (rows.length === 0) return ok('in use', 'by no sandbox');
  return ok('in use', `by ${rows.length} sandbox${rows.length === 1 ? '' : 'es'}`);
}

const USERS = `
  select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::integer::oid
    and objid = $2::integer::oid and database = (select oid from pg_database where datname = current_database())`;

/** Returns the finding about indexes, and the statistics that PostgreSQL makes plans from. */
async function examinePlans(session: Pool): Promise<Finding> {
  const { invalid, stale } = (await session.query<PlanFacts>(PLAN_FACTS)).rows[0] as PlanFacts;
  if (invalid.length > 0)
    return warning('plans', `unusable indexes: ${invalid.join(', ')}`, `run: ${lines('reindex index', invalid)}`);
  if (stale.length === 0) return ok('plans', 'all indexes are usable, and the statistics fit the tables');
  const says = `the statistics do not fit the tables ${stale.join(', ')}: plans may read too many rows`;
  return warning('plans', says, `run: ${lines('analyze', stale)}`);
}

interface PlanFacts {
  invalid: string[];
  /** Tables with many rows that were changed after the latest `analyze`. */
  stale: string[];
}

const PLAN_FACTS = `
  select
    array(select format('%I.%I', current_schema(), c.relname) from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace and not i.indisvalid order by 1) as invalid,
    array(select format('%I.%I', schemaname, relname) from pg_stat_user_tables
      where schemaname = current_schema() and n_live_tup >= 1000
        and (coalesce(last_analyze, last_autoanalyze) is null or n_mod_since_analyze > n_live_tup)
      order by 1) as stale`;

function lines(statement: string, names: readonly string[]): string {
  return names.map((name) => `${statement} ${name};`).join(' ');
}
