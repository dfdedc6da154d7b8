import { messageOf } from '../../../base/message-of.ts';
import { withoutPassword } from '../../../base/postgres-address.ts';
import { StoreError } from '../../errors.ts';
import {
  DamageError,
  EncodingError,
  HeldError,
  InUseError,
  OldServerError,
  PoolerError,
  toError,
  VersionError,
} from '../opening-errors.ts';
import { sqlStateOf } from './named-error.ts';

/** Returns a function to turn failures to open a store into a StoreError with the cause and the next step. */
export function explainOpening(store: string): (error: unknown) => StoreError {
  const shown = withoutPassword(store);
  return (error) =>
    error instanceof StoreError ? error : new StoreError(explain(shown, toError(error)), { cause: error });
}

function explain(shown: string, error: Error): string {
  const { message } = error;
  if (error instanceof VersionError)
    return `the store ${shown} cannot be read: ${message}; open it with that version, or give another ?schema=`;
  if (error instanceof InUseError)
    return `the store ${shown} is in use by another process; stop it first, or give another ?schema=`;
  if (error instanceof DamageError)
    return `the store ${shown} is damaged (${message}); restore a backup, or give another ?schema=`;
  if (error instanceof OldServerError)
    return `the store ${shown} cannot be used: it needs PostgreSQL 15 or newer; update the server, or name another one`;
  if (error instanceof PoolerError)
    return `the store ${shown} cannot be used: ${message}; connect to PostgreSQL, or switch it to session mode`;
  if (error instanceof EncodingError)
    return `the store ${shown} cannot be used: ${message} cannot hold every name; make a database with encoding 'UTF8'`;
  if (error instanceof HeldError)
    return `the store ${shown} cannot be opened: another process is making its tables, for too long; end that process`;
  // A statement's failure names the server's error as its cause.
  const state =
    sqlStateOf(error) ?? sqlStateOf(toError(error.cause)) ?? (('code' in error && String(error.code)) || '');
  const cause = CAUSES.find(([pattern]) => pattern.test(state) || pattern.test(message));
  if (cause) return `the store ${shown} cannot be opened (${message}); ${cause[1]}`;
  return `the store ${shown} cannot be reached (${messageOf(error) || error.name}); check that PostgreSQL runs there`;
}

/** Next step, by SQLSTATE, by the code of a TLS error, or by the message. */
const CAUSES: readonly [pattern: RegExp, next: string][] = [
  [/password must be a (non-empty )?string/, 'give a password, in PGPASSWORD or the file that PGPASSFILE names'],
  [/does not support SSL/, 'leave sslmode out if the network is safe, or switch ssl on at the server'],
  [/no encryption$/, 'the server wants TLS: give sslmode=verify-full and sslrootcert, or sslmode=require'],
  [/^ERR_TLS_CERT_ALTNAME/, 'name the host as its certificate does, or give sslmode=verify-ca'],
  [/^CERT_|SELF_SIGNED|^UNABLE_TO_/, 'give in sslrootcert the file with the certificates of the authority'],
  [/connections for role|connections for database/, 'raise its connection limit: a sandbox needs at least two'],
  [/^28/, 'check the user and the password, in PGPASSWORD or the file that PGPASSFILE names, and pg_hba.conf'],
  [/^3D/, 'make the database, or name another one'],
  [/^42501/, 'give the role the right CREATE on the database, or make the schema and let the role own it'],
  [/^25006/, 'name the primary server: this one can only be read'],
  [/^55P03/, 'another session holds a lock on its tables: wait for it, or end it'],
  [/^53/, 'free connections or space on the server'],
  [/^(?!08|57)[0-9A-Z]{5}$/, 'see the log of the server'],
];
