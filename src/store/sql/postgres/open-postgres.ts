import type { ColumnDefinitionBuilder, DataTypeNode } from 'kysely';
import { Kysely, PostgresAdapter, PostgresDriver, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { readPostgresAddress } from '../../../base/postgres-address.ts';
import type { Capabilities, Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { toKyselyPool } from './client.ts';
import { connectionOf, unhurriedConnectionOf } from './connection.ts';
import { DiskSpace } from './disk-space.ts';
import { explainOpening } from './explain-opening.ts';
import { refuseLateRows } from './late-rows.ts';
import { prepareReadTogether } from './read-together.ts';
import { SchemaIntrospector } from './schema-introspector.ts';
import { SchemaLock, TAXIWAY } from './schema-lock.ts';

/** Opens a schema of a PostgreSQL database, which other processes may use too. Throws StoreError. */
export async function openPostgres(store: string): Promise<Database> {
  const explain = explainOpening(store);
  try {
    const address = readPostgresAddress(store);
    const connection = connectionOf(address);
    const lock = new SchemaLock(connection, address.schema);
    await lock.take();
    const opened = connect(connection, lock);
    const capabilities = { ...opened.capabilities, ...unhurriedWork(unhurriedConnectionOf(address), lock) };
    return { ...opened, capabilities, explain };
  } catch (error) {
    throw explain(error);
  }
}

function connect(connection: pg.ClientConfig, lock: SchemaLock): Connected {
  const disk = new DiskSpace();
  const { db, pool } = openPool({ ...connection, max: MAX_CONNECTIONS, idleTimeoutMillis: 60_000 }, lock, {
    onDestroyed: () => lock.release(),
    onError: (error) => disk.note(error),
  });
  const checkSpace: Capabilities['checkSpace'] = (store) => disk.check(store);
  const capabilities = { ...postgresCapabilities, processes: lock.processes, checkSpace };
  const counts = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { db, pool: counts, capabilities };
}

interface Connected extends Omit<Database, 'explain' | 'capabilities'> {
  capabilities: Omit<Capabilities, 'unhurried' | 'analyze'>;
}

/** Work on a connection of its own. */
function unhurriedWork(connection: pg.ClientConfig, lock: SchemaLock): Pick<Capabilities, 'unhurried' | 'analyze'> {
  const unhurried: Capabilities['unhurried'] = async (_db, work) => {
    const { db } = openPool({ ...connection, max: 1 }, lock);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };
  const analyze: Capabilities['analyze'] = (db) =>
    unhurried(db, async (slow) => {
      await sql`analyze searches, pricings, orders, bookings`.execute(slow);
    });
  return { unhurried, analyze };
}

function openPool(
  config: pg.PoolConfig,
  lock: SchemaLock,
  { onDestroyed = () => Promise.resolve(), onError = () => undefined }: Partial<PoolEvents> = {},
): { db: Kysely<Tables>; pool: pg.Pool } {
  const pool = new pg.Pool(config);
  // When a connection ends, its statement, if any, fails and the pool makes another connection. Without these
  // listeners the process would end: the first is for idle connections, the second for connections during handover by
  // the pool.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new StoreDriver({ pool: toKyselyPool(pool, () => lock.ensure(), onError) }, onDestroyed),
      createIntrospector: (kysely) => new SchemaIntrospector(kysely),
      createQueryCompiler: () => new StoreCompiler(),
    },
  });
  return { db, pool };
}

interface PoolEvents {
  onDestroyed: () => Promise<void>;
  /** Gets the error of each statement that failed. */
  onError: (error: unknown) => void;
}

export const postgresCapabilities: Omit<Capabilities, 'processes' | 'unhurried' | 'analyze' | 'checkSpace'> = {
  sequence: (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity(),
  counter: (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytes: 'bytea',
  refuseLateRows,
  durable: true,
  createTables: null,
  locksRows: true,
  isShared: true,
  readTogether: prepareReadTogether,
  snapshot: (db, read) => db.transaction().setIsolationLevel('repeatable read').execute(read),
  takeName: async (trx, name) => {
    await sql`select pg_advisory_xact_lock(${TAXIWAY}, hashtext(current_schema()::text || ${name}::text))`.execute(trx);
  },
};

/** Ends the pool, and then runs `onDestroyed`. */
class StoreDriver extends PostgresDriver {
  readonly #onDestroyed: () => Promise<void>;

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], onDestroyed: () => Promise<void>) {
    super(config);
    this.#onDestroyed = onDestroyed;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#onDestroyed();
  }
}

/** Integers have 64 bits and texts sort by their bytes, as in SQLite, whatever the locale of the database. */
class StoreCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'text') this.append('text collate "C"');
    else if (node.dataType === 'integer') this.append('bigint');
    else super.visitDataType(node);
  }
}

export const MAX_CONNECTIONS = 10;
