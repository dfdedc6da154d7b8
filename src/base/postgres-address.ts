/** PostgreSQL address in settings: postgres://user@host:5432/database?schema=taxiway. */
export interface PostgresAddress {
  user: string | undefined;
  password: string | undefined;
  /** A name, or a Unix socket's folder; undefined for PGHOST. */
  host: string | undefined;
  port: number | undefined;
  database: string | undefined;
  schema: string;
  sslmode: SslMode;
  /** A file with certificates of authorities that may have signed the server's certificate. */
  sslrootcert: string | undefined;
}

type SslMode = (typeof SSL_MODES)[number];

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:/i.test(store);
}

/** Returns the variable that holds the address of the store, as named by `env:DATABASE_URL`; undefined for none. */
export function variableOf(store: string): string | undefined {
  return /^env:(.*)$/s.exec(store)?.[1];
}

/** Reads an address. Throws an Error with the expected form, and without any part that may be a password. */
export function readPostgresAddress(store: string): PostgresAddress {
  const url = toUrl(store);
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`expected only the parameters ${PARAMETERS.join(', ')}, got ${unknown}`);
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined;
  const schema = parameter('schema') ?? 'taxiway';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_'))
    throw new Error('expected a schema of at most 63 lower-case letters, digits and _, not one of PostgreSQL itself');
  const sslmode = SSL_MODES.find((mode) => mode === (parameter('sslmode') ?? 'disable'));
  if (sslmode === undefined) throw new Error(`expected one of the values ${SSL_MODES.join(', ')} for sslmode`);
  if (parameter('sslrootcert') !== undefined && sslmode === 'disable')
    throw new Error('expected sslmode=verify-full or verify-ca with sslrootcert: it is not used without them');
  const host = url.hostname === NO_HOST ? '' : decode(url.hostname);
  return {
    user: decode(url.username) || undefined,
    password: decode(url.password) || undefined,
    host: parameter('host') ?? (host || undefined),
    port: url.port === '' ? undefined : Number(url.port),
    database: decode(url.pathname.slice(1)) || undefined,
    schema,
    sslmode,
    sslrootcert: parameter('sslrootcert'),
  };
}

/** Returns the address without its password, for display. */
export function withoutPassword(store: string): string {
  return isPostgres(store) ? store.replace(/^(\w+:\/\/[^:@/?#]*):.*@/s, '$1@') : store;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`expected an address like ${EXAMPLE}`);
  }
}

function toUrl(store: string): URL {
  // A user before an empty host is valid for PostgreSQL: the host is a parameter, or a variable.
  const url = URL.parse(store.replace(/@(?=[/?]|$)/, `@${NO_HOST}`));
  if (!url) throw new Error(`expected an address like ${EXAMPLE}`);
  return url;
}

const NO_HOST = 'no-host';
const EXAMPLE = 'postgres://user@host:5432/database?schema=taxiway';
const PARAMETERS = ['schema', 'host', 'sslmode', 'sslrootcert'];
