import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Lets the tables of profiles refer to the numbers of their rows. A process may write by a number that another one has
 * replaced meanwhile: its rows are leftovers then, and once the number is removed, they are refused.
 */
export async function refuseLateRows(db: Kysely<unknown>): Promise<void> {
  for (const table of ['profiles', 'searches', 'orders', 'pricings', 'bookings'])
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_owner`)}
      foreign key (owner) references owners (number) not valid`.execute(db);
}
