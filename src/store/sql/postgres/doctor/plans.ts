import type { Pool } from 'pg';
import type { Finding } from './finding.ts';
import { ok, warning } from './finding.ts';

/** Returns the finding about indexes, and the statistics that PostgreSQL makes plans from. */
export async function examinePlans(session: Pool): Promise<Finding> {
  const { invalid, stale } = (await session.query<Facts>(FACTS)).rows[0] as Facts;
  if (invalid.length > 0)
    return warning('plans', `unusable indexes: ${invalid.join(', ')}`, `run: ${lines('reindex index', invalid)}`);
  if (stale.length === 0) return ok('plans', 'all indexes are usable, and the statistics fit the tables');
  const says = `the statistics do not fit the tables ${stale.join(', ')}: plans may read too many rows`;
  return warning('plans', says, `run: ${lines('analyze', stale)}`);
}

interface Facts {
  invalid: string[];
  /** Tables with many rows that were changed after the latest `analyze`. */
  stale: string[];
}

const FACTS = `
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
