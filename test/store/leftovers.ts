import { DatabaseSync } from 'node:sqlite';

/** Rows of a store file that no profile has, by table. */
export function leftovers(path: string): Record<string, number> {
  const database = new DatabaseSync(path);
  const found: Record<string, number> = {};
  for (const table of ['searches', 'pricings', 'orders', 'bookings', 'exchanges', 'journals', 'owners']) {
    const column = table === 'owners' ? 'number' : 'owner';
    const count = database
      .prepare(`select count(*) as n from ${table} where ${column} not in (select owner from profiles)`)
      .get()?.['n'];
    if (count !== 0) found[table] = Number(count);
  }
  database.close();
  return found;
}
