import type { ColumnDefinitionBuilder, DataTypeNode } from 'kysely';
import { Kysely, PostgresAdapter, PostgresDriver, PostgresQueryCompiler, sql } from 'kysely';
import pg from 'pg';
import { readPostgresAddress } from '../../../base/postgres-address.ts';
import type { Capabilities, Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { toKyselyPool } from './client.ts';
import { connectionOf } from './connection.ts';
import { explainOpening } from './explain-opening.ts';
import { SchemaIntrospector } from './schema-introspector.ts';
import { SoleProcess, TAXIWAY } from './sole-process.ts';

/** Opens a schema of a PostgreSQL database for this process alone. Throws StoreError. */
export async function openPostgres(store: string): Promise<Database> {
  const explain = explainOpening(store);
  try {
    const address = readPostgresAddress(store);
    const connection = connectionOf(address);
    const sole = new SoleProcess(connection, address.schema);
    await sole.take();
    return { ...connect(connection, sole), explain };
  } catch (error) {
    throw explain(error);
  }
}

function connect(connection: pg.ClientConfig, sole: SoleProcess): Omit<Database, 'explain'> {
  const pool = new pg.Pool({ ...connection, max: MAX_CONNECTIONS, idleTimeoutMillis: 60_000 });
  // When a connection ends, its statement, if any, fails and the pool makes another connection. Without these
  // listeners the process would end: the first is for idle connections, the second for connections during handover by
  // the pool.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new StoreDriver({ pool: toKyselyPool(pool, () => sole.ensure()) }, sole),
      createIntrospector: (kysely) => new SchemaIntrospector(kysely),
      createQueryCompiler: () => new StoreCompiler(),
    },
  });
  const counts = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { db, pool: counts, capabilities: postgresCapabilities, onOpened: (opened) => sole.note(opened) };
}

const postgresCapabilities: Capabilities = {
  sequence: (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity(),
  counter: (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytes: 'bytea',
  durable: true,
  locksRows: true,
  takeName: async (trx, name) => {
    await sql`select pg_advisory_xact_lock(${TAXIWAY}, hashtext(current_schema()::text || ${name}::text))`.execute(trx);
  },
};

/** Ends the pool, and then the lock of the schema. */
class StoreDriver extends PostgresDriver {
  readonly #sole: SoleProcess;

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], sole: SoleProcess) {
    super(config);
    this.#sole = sole;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#sole.release();
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

const MAX_CONNECTIONS = 10;
