import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Lets the indexes of bookings begin with the keys of reads, as the unique keys do. While statistics are missing, an
 * index that begins with the owner looks as good to PostgreSQL as any other one that does.
 */
export async function keysFirst(db: Kysely<unknown>): Promise<void> {
  for (const [name, key] of INDEXES) {
    await db.schema.dropIndex(name).execute();
    const index = db.schema.createIndex(name).on('bookings').columns([key, 'owner']);
    await (key === 'partner_tracking_id' ? index.where(sql.ref(key), 'is not', null) : index).execute();
  }
}

const INDEXES = [
  ['bookings_by_search', 'search_id'],
  ['bookings_by_confirmation', 'confirmation_number'],
  ['bookings_by_partner', 'partner_tracking_id'],
] as const;
