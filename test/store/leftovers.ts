import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { isPostgres } from '../../src/base/postgres-address.ts';

/** Rows of a store that no profile has, by table. */
export async function leftovers(address: string): Promise<Record<string, number>> {
  const count = isPostgres(address) ? await countInPostgres(address) : countInFile(address);
  const found: Record<string, number> = {};
  for (const table of ['searches', 'pricings', 'orders', 'bookings', 'exchanges', 'journals', 'owners']) {
    const column = table === 'owners' ? 'number' : 'owner';
    // 0 is the number of the calls that name no profile.
    const rows = await count(`from ${table} where ${column} not in (select owner from profiles union select 0)`);
    if (rows !== 0) found[table] = rows;
  }
  await count('');
  return found;
}

/** Counts the rows of a query; closes the database for an empty one. */
type Count = (from: string) => number | Promise<number>;

function countInFile(path: string): Count {
  const database = new DatabaseSync(path);
  return (from) => {
    const rows = Number(database.prepare(`select count(*) as n ${from}`).get()?.['n']);
    if (from === '') database.close();
    return rows;
  };
}

async function countInPostgres(address: string): Promise<Count> {
  const client = new pg.Client(address.replace(/[?&]schema=.*/, ''));
  await client.connect();
  await client.query(`set search_path = ${/schema=(\w+)/.exec(address)?.[1]}`);
  return async (from) => {
    const rows = Number((await client.query(`select count(*) as n ${from}`)).rows[0].n);
    if (from === '') await client.end();
    return rows;
  };
}
