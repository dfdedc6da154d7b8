import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Store } from '../store.ts';
import { createBookingStore } from './bookings.ts';
import { createJournalStore } from './journal.ts';
import { migrations } from './migrations.ts';
import { createOrderStore } from './orders.ts';
import { createPricingStore } from './pricings.ts';
import { createProfileStore } from './profiles.ts';
import { createResourceStore } from './resources.ts';
import { createSearchStore } from './searches.ts';
import { createStateStore } from './state.ts';
import { StoreError, openSqlite, sqliteCapabilities } from './sqlite.ts';
import type { Tables } from './tables.ts';

/**
 * Opens the store and brings its tables up to date. `path` is `:memory:` or a file that one process uses
 * at a time. Throws StoreError.
 */
export async function openStore(path: string): Promise<Store> {
  const db = openSqlite<Tables>(path);
  const durable = path !== ':memory:';
  try {
    await migrate(db, path);
    const opened = await countOpening(db);
    const [searches, pricings] = [createSearchStore(db, durable), createPricingStore(db)];
    const profiles = createProfileStore(db);
    return {
      opened,
      profiles,
      searches,
      orders: createOrderStore(db),
      pricings,
      bookings: createBookingStore(db, durable),
      resources: createResourceStore(db),
      journal: createJournalStore(db, durable),
      states: createStateStore(db, (profileCode) => {
        profiles.forget(profileCode);
        searches.forget();
        pricings.forget();
      }),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function migrate(db: Kysely<Tables>, path: string): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations(sqliteCapabilities) }).migrateToLatest();
  if (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`the store ${path} cannot be brought up to date: ${reason}`, { cause: error });
  }
}

async function countOpening(db: Kysely<Tables>): Promise<number> {
  const row = await db.insertInto('openings').values({ id: 1, opened: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ opened: eb('openings.opened', '+', 1) })))
    .returning('opened').executeTakeFirstOrThrow();
  return row.opened;
}
