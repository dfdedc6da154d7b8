import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { PostgresAddress } from '../../../base/postgres-address.ts';
import { StoreError } from '../../errors.ts';
import { fromStored, parseStored } from './texts.ts';

/**
 * Returns the connection options. PostgreSQL's variables (PGPASSWORD, PGPASSFILE) supply parts missing from the
 * address, such as a password. Throws StoreError for an unreadable certificate.
 */
export function connectionOf(address: PostgresAddress): ClientConfig {
  return connectionWith(address, { ...SESSION, ...LIMITS }, { query_timeout: SILENCE_MS });
}

/** The same without statement limits. Keep-alive notices a lost server. */
export function unhurriedConnectionOf(address: PostgresAddress): ClientConfig {
  return connectionWith(address, SESSION);
}

function connectionWith(address: PostgresAddress, session: object, limits: ClientConfig = {}): ClientConfig {
  const { schema, user, password, host, port, database } = address;
  return {
    ...withoutUndefined({ user, password, host, port, database }),
    ssl: sslOf(address),
    application_name: 'taxiway',
    options: Object.entries({ search_path: schema, ...session })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_MS,
    ...limits,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  };
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

/** The server ends longer statements. */
const LIMITS = { statement_timeout: '5s', lock_timeout: '3s' };

/** For every session. The server notices lost clients. */
const SESSION = {
  idle_in_transaction_session_timeout: '10s',
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  // Planning takes longer than most statements: PostgreSQL keeps their plans. A kept plan for an empty table would read
  // a full one whole.
  plan_cache_mode: 'auto',
  enable_seqscan: 'off',
  synchronous_commit: 'on',
};
