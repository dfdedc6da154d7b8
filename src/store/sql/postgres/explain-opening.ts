import { messageOf } from '../../../base/message-of.ts';
import { withoutPassword } from '../../../base/postgres-address.ts';
import { StoreError } from '../../errors.ts';
import { DamageError, InUseError, OldServerError, toError, VersionError } from '../opening-errors.ts';
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
  const state = sqlStateOf(error) ?? '';
  const cause = CAUSES.find(([pattern]) => pattern.test(state));
  if (cause) return `the store ${shown} cannot be opened (${message}); ${cause[1]}`;
  return `the store ${shown} cannot be reached (${messageOf(error) || error.name}); check that PostgreSQL runs there`;
}

/** Next step, by SQLSTATE. */
const CAUSES: readonly [state: RegExp, next: string][] = [
  [/^28/, 'check the user and the password, in PGPASSWORD or the file that PGPASSFILE names, and pg_hba.conf'],
  [/^3D/, 'make the database, or name another one'],
  [/^42501/, 'give the role the right CREATE on the database, or make the schema and let the role own it'],
  [/^25006/, 'name the primary server: this one can only be read'],
  [/^53/, 'free connections or space on the server'],
  [/^(?!$|08|57)/, 'see the log of the server'],
];
