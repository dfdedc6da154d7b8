import { Kysely, PostgresAdapter, PostgresDriver, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { readPostgresAddress, withoutPassword } from '../../../../base/postgres-address.ts';
import type { Tables } from '../../tables.ts';
import { toKyselyPool } from '../client.ts';
import { connectionOf } from '../connection.ts';
import { explainOpening } from '../explain-opening.ts';
import { MAX_CONNECTIONS } from '../open-postgres.ts';
import { SchemaIntrospector } from '../schema-introspector.ts';
import { findPooler } from '../session.ts';
import type { Finding } from './finding.ts';
import { failed, ok } from './finding.ts';
import { examineSchema } from './schema.ts';
import { examineServer } from './server.ts';

export interface Examination {
  /** Address without its password. */
  store: string;
  /** True if a sandbox can start with this store. */
  isUsable: boolean;
  findings: Finding[];
}

/** Examines a PostgreSQL store in one session. Changes nothing, and does not take the lock of a running sandbox. */
export async function examinePostgres(store: string, connections = MAX_CONNECTIONS): Promise<Examination> {
  const findings: Finding[] = [];
  try {
    await examine(store, connections, findings);
  } catch (error) {
    const { message } = explainOpening(store)(error);
    const [says, ...next] = message.split('; ');
    findings.push(failed('connection', says ?? message, next.join('; ')));
  }
  const isUsable = !findings.some(({ state }) => state === 'failed');
  return { store: withoutPassword(store), isUsable, findings };
}

/** Adds the findings one by one: an error leaves the earlier ones. */
async function examine(store: string, connections: number, findings: Finding[]): Promise<void> {
  const address = readPostgresAddress(store);
  const connection = connectionOf(address);
  const pooler = await findPooler(connection);
  const session = new pg.Pool({ ...connection, max: 1 });
  // A lost connection rejects the statement too.
  session.on('error', () => undefined);
  session.on('connect', (client) => client.on('error', () => undefined));
  try {
    findings.push(...(await examineServer(session, address, connections)));
    if (pooler !== null) findings.push(ok('pooler', `there is one, in ${pooler} mode`));
    findings.push(...(await examineSchema(session, kyselyOf(session), address.schema)));
  } finally {
    await session.end();
  }
}

/** Runs the store's statements in this session. */
function kyselyOf(session: pg.Pool): Kysely<Tables> {
  const pool = toKyselyPool(session, () => undefined);
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db) => new SchemaIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
