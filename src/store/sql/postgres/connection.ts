import { readFileSync } from 'node:fs';
import type { Client, ClientBase, ClientConfig } from 'pg';
import pg from 'pg';
import type { PostgresAddress } from '../../../base/postgres-address.ts';
import { StoreError } from '../../errors.ts';
import { beginSession, connectOrEnd } from './session.ts';
import { fromStored, parseStored } from './texts.ts';

/**
 * Returns the connection options. PostgreSQL's variables (PGPASSWORD, PGPASSFILE) supply parts missing from the
 * address, such as a password. Throws StoreError for an unreadable certificate.
 */
export function connectionOf(address: PostgresAddress): ConnectionOptions {
  const { schema, user, password, host, port, database } = address;
  return {
    ...withoutUndefined({ user, password, host, port, database }),
    ssl: sslOf(address),
    application_name: 'taxiway',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
    onConnect: (client) => beginSession(client, schema),
  };
}

/** For a client and for a pool. `onConnect` prepares the session of a new connection. */
export interface ConnectionOptions extends ClientConfig {
  onConnect: (client: ClientBase) => Promise<void>;
}

/** Connects, and prepares the session. `listen` adds listeners first. */
export async function openSession(
  options: ConnectionOptions,
  listen: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  listen(client);
  await connectOrEnd(client);
  try {
    await options.onConnect(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

function sslOf({ sslmode, sslrootcert }: PostgresAddress): ClientConfig['ssl'] {
  if (sslmode === 'disable') return false;
  const ca = sslrootcert === undefined ? {} : { ca: readCertificate(sslrootcert) };
  // As libpq does: `require` encrypts and trusts any server, `verify-ca` accepts any name in a signed certificate.
  return {
    ...ca,
    rejectUnauthorized: sslmode !== 'require',
    ...(sslmode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StoreError(`the certificates of sslrootcert (${file}) cannot be read; give a PEM file`, { cause: error });
  }
}

/** Numbers with up to 53 bits, and texts, as the store writes them. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
}

const PARSERS = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TEXT, fromStored],
  [pg.types.builtins.JSON, parseStored],
]);

function withoutUndefined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** Maximum waits for a connection, and for a silent server's response. */
const CONNECT_MS = 3000;
const SILENCE_MS = 8000;
