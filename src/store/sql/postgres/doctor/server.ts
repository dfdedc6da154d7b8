import type { Pool } from 'pg';
import { monotonicClock } from '../../../../base/clock.ts';
import type { PostgresAddress } from '../../../../base/postgres-address.ts';
import { OLDEST } from '../schema-lock.ts';
import type { Finding } from './finding.ts';
import { failed, ok, warning } from './finding.ts';

/** Returns the findings about server, network and session. A sandbox takes up to `connections`. */
export async function examineServer(
  session: Pool,
  { sslmode }: PostgresAddress,
  connections: number,
): Promise<Finding[]> {
  const facts = (await session.query<Facts>(FACTS)).rows[0] as Facts;
  return [
    ok('connection', `the role ${facts.role} reaches the database ${facts.database}`),
    versionOf(facts),
    tlsOf(facts, sslmode),
    writesOf(facts),
    encodingOf(facts),
    connectionsOf(facts, connections),
    await latencyOf(session),
  ];
}

interface Facts {
  role: string;
  database: string;
  version: string;
  number: number;
  tls: string | null;
  isLocal: boolean;
  isReadOnly: boolean;
  encoding: string;
  unsafe: string[];
  max: number;
  used: number;
  /** The role's limit; null without one. */
  roleMax: number | null;
  roleUsed: number;
}

const FACTS = `
  select current_user as role, current_database() as database, current_setting('server_version') as version,
    current_setting('server_version_num')::integer as number,
    (select version from pg_stat_ssl where pid = pg_backend_pid()) as tls,
    inet_server_addr() is null or inet_server_addr() = inet_client_addr() as "isLocal",
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    current_setting('server_encoding') as encoding,
    array(select name from unnest(array['fsync', 'full_page_writes', 'autovacuum']) as name
      where current_setting(name) = 'off') as unsafe,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as max,
    (select sum(numbackends)::integer from pg_stat_database) as used,
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper) as "roleMax",
    (select count(*)::integer from pg_stat_activity where usename = current_user) as "roleUsed"`;

function versionOf({ number, version }: Facts): Finding {
  if (number >= OLDEST) return ok('version', `PostgreSQL ${version}`);
  return failed('version', `PostgreSQL ${version} is too old`, 'update the server to PostgreSQL 15 or newer');
}

function tlsOf({ tls, isLocal }: Facts, sslmode: PostgresAddress['sslmode']): Finding {
  const next = 'give sslmode=verify-full, and in sslrootcert the file with the certificates of the authority';
  if (tls === null)
    return isLocal
      ? ok('tls', 'the connection is not encrypted; it stays on this machine')
      : warning('tls', 'the connection is not encrypted', next);
  if (sslmode === 'verify-full') return ok('tls', `${tls}; certificate and host name of the server are checked`);
  const unchecked = sslmode === 'require' ? 'certificate of the server' : 'host name of the server';
  return warning('tls', `${tls}; the ${unchecked} is not checked`, next);
}

function writesOf({ isReadOnly, unsafe }: Facts): Finding {
  if (isReadOnly) return failed('writes', 'this server can only be read', 'name the primary server');
  if (unsafe.length === 0) return ok('writes', 'what is committed survives a crash of the server');
  const names = unsafe.join(', ');
  return warning('writes', `off on the server: ${names}`, `switch ${names} on, except for tests`);
}

function encodingOf({ encoding }: Facts): Finding {
  if (encoding === 'UTF8') return ok('encoding', encoding);
  return failed('encoding', `${encoding} cannot hold every name`, "make a database with encoding 'UTF8'");
}

function connectionsOf({ max, used, roleMax, roleUsed }: Facts, needed: number): Finding {
  const takes = `one sandbox takes up to ${needed}`;
  if (roleMax !== null && roleMax - roleUsed < needed) {
    const says = `${roleUsed} of the ${roleMax} connections of the role are in use; ${takes}`;
    const next = `alter role … connection limit ${roleUsed + needed}, or give a smaller --store-connections`;
    // The doctor's own connection is free then.
    return (roleMax - roleUsed < 1 ? failed : warning)('connections', says, next);
  }
  const says = `${used} of ${max} are in use; ${takes}`;
  if (max - used >= needed) return ok('connections', says);
  return warning('connections', says, 'raise max_connections, or give a smaller --store-connections');
}

async function latencyOf(session: Pool): Promise<Finding> {
  const times: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const begun = monotonicClock.now();
    await session.query('select 1');
    times.push(monotonicClock.now() - begun);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(ROUND_TRIPS / 2)] as number;
  const says = `${median.toFixed(1)} ms for a round trip (median of ${ROUND_TRIPS})`;
  if (median <= SLOW_MS) return ok('latency', says);
  return warning('latency', says, 'run sandbox and database nearer to each other: each call waits for round trips');
}

const ROUND_TRIPS = 21;
const SLOW_MS = 5;
