import type { Kysely } from 'kysely';
import { isPostgres } from '../../base/postgres-address.ts';
import type { KeptKind, StoreBounds } from '../bounds.ts';
import { UNBOUNDED } from '../bounds.ts';
import type { Store } from '../store.ts';
import { Counts } from './bounds/counts.ts';
import type { AllCounts } from './bounds/enforce.ts';
import { countRows, createRecount, keptOf } from './bounds/enforce.ts';
import { createTables } from './create-tables.ts';
import type { Database, NetworkOptions } from './database.ts';
import { createExamStore } from './exams.ts';
import { createJournalStore } from './journal/journal.ts';
import { Unwritten } from './journal/unwritten.ts';
import { createOrderStore } from './orders.ts';
import { Owners } from './owners.ts';
import { createProfileStore } from './profiles/profiles.ts';
import { createRecordStores } from './record-stores.ts';
import { createResourceStore } from './resources/resources.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { createStateStore } from './state/state.ts';
import { readStateTables } from './state/state-tables.ts';
import type { Tables } from './tables.ts';

/**
 * Opens the store, and makes its tables if it is empty. `address` is `:memory:`, a file for one process at a time, or a
 * PostgreSQL address for many. `bounds` limits each profile's records. Calls `onFirstDrop` when it first drops a
 * profile's records. `network` is for PostgreSQL. Throws StoreError.
 */
export async function openStore(
  address: string,
  bounds: StoreBounds = UNBOUNDED,
  onFirstDrop: OnFirstDrop = () => undefined,
  network: NetworkOptions = {},
): Promise<Store> {
  const { db, capabilities, explain, pool = () => null } = await openDatabase(address, network);
  try {
    await capabilities.processes.inTurn('tables', () => createTables(db, capabilities), MOST_TABLES_MS);
    const opened = await countOpening(db);
    const unwritten = await new Unwritten(db, capabilities, opened).open();
    const owners = await new Owners(capabilities).read(db);
    const counts = await countKept(db, owners, bounds, onFirstDrop);
    const profiles = createProfileStore(db, capabilities, owners, (owner) => {
      for (const count of Object.values(counts)) count.begin(owner, 0);
    });
    const records = createRecordStores(db, capabilities, owners, counts, profiles);
    const forget = () => {
      profiles.forget();
      records.forget();
    };
    const states = await createStateStore(db, {
      tables: await readStateTables(db),
      capabilities,
      owners,
      counts,
      forget,
    });
    return {
      opened,
      ...records.stores,
      profiles,
      load: records.load,
      orders: createOrderStore(db, capabilities, owners, counts.orders),
      resources: createResourceStore(db, owners),
      journal: createJournalStore(db, capabilities, owners, unwritten),
      states,
      exams: createExamStore(db, capabilities),
      keepWorld: (world) => keepWorld(db, world),
      async kept(profileCode) {
        const owner = owners.of(profileCode);
        const found = capabilities.isShared ? await countRows(db, counts, owner) : {};
        return keptOf(counts, owner, found);
      },
      pool,
      prepareToPurge: createRecount(db, capabilities, counts),
      isShared: capabilities.isShared,
      ...capabilities.processes,
      tell: (message) => capabilities.processes.tell(db, message),
      probe: async () => {
        await probe(db);
        await capabilities.check(db);
      },
      close: async () => {
        await states.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw explain(error);
  }
}

/** Loads the PostgreSQL client only if needed. */
async function openDatabase(address: string, network: NetworkOptions): Promise<Database> {
  return isPostgres(address)
    ? (await import('./postgres/open-postgres.ts')).openPostgres(address, network)
    : openSqlite(address);
}

/** Another process makes the tables within this time. */
const MOST_TABLES_MS = 20_000;

type OnFirstDrop = (profileCode: string, kind: KeptKind) => void;

async function countKept(
  db: Kysely<Tables>,
  owners: Owners,
  { searches, orders, bookings }: StoreBounds,
  onFirstDrop: OnFirstDrop,
): Promise<AllCounts> {
  const count = async (kind: KeptKind, max: number) => {
    const counts = new Counts(max, (owner) => onFirstDrop(owners.profileOf(owner) ?? '', kind));
    await counts.recount(db, kind);
    return counts;
  };
  return {
    searches: await count('searches', searches),
    pricings: await count('pricings', searches),
    orders: await count('orders', orders),
    bookings: await count('bookings', bookings),
  };
}

async function countOpening(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .insertInto('openings')
    .values({ id: 1, opened: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ opened: eb('openings.opened', '+', 1) })))
    .returning('opened')
    .executeTakeFirstOrThrow();
  return row.opened;
}

/** Keeps a world's key unless the store has one. Returns the kept key. */
async function keepWorld(db: Kysely<Tables>, world: string): Promise<string> {
  const row = await db
    .updateTable('openings')
    .set((eb) => ({ world: eb.fn.coalesce('world', eb.val(world)) }))
    .where('id', '=', 1)
    .returning('world')
    .executeTakeFirstOrThrow();
  return row.world ?? world;
}

/** Changes a value and changes it back: SQLite does not write an unchanged row. */
async function probe(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const step of [1, -1])
      await trx
        .updateTable('openings')
        .set((eb) => ({ opened: eb('opened', '+', step) }))
        .where('id', '=', 1)
        .execute();
  });
}
