import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { PostgresAddress } from '../../../base/postgres-address.ts';
import { StoreError } from '../../errors.ts';
import { fromStored } from './texts.ts';

/**
 * How to connect. What the address leaves out, a password for example, comes from the variables of PostgreSQL
 * (PGPASSWORD, PGPASSFILE). Throws StoreError for a certificate that cannot be read.
 */
export function connectionOf(address: PostgresAddress): ClientConfig {
  const { schema, user, password, host, port, database } = address;
  return {
    ...withoutUndefined({ user, password, host, port, database }),
    ssl: sslOf(address),
    application_name: 'taxiway',
    options: Object.entries({ search_path: schema, ...SESSION })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  };
}

function sslOf({ sslmode, sslrootcert }: PostgresAddress): ClientConfig['ssl'] {
  if (sslmode === 'disable') return false;
  const ca = sslrootcert === undefined ? {} : { ca: readCertificate(sslrootcert) };
  // As libpq does: `require` encrypts and trusts any server, `verify-ca` any name in a certificate that is signed.
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

/** Numbers of up to 53 bits, and texts, as the store writes them. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
}

const PARSERS = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TEXT, fromStored],
]);

function withoutUndefined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** Longest waits for a connection, and for a response of a server that has gone silent. */
const CONNECT_MS = 3000;
const SILENCE_MS = 8000;

/** For every session. The server ends what takes longer, and notices clients that are gone. */
const SESSION = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  // A plan that was made for an empty table is bad for a full one.
  plan_cache_mode: 'force_custom_plan',
  synchronous_commit: 'on',
};
