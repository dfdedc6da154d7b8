import { ConfigError } from '../base/config-error.ts';
import { isPostgres, readPostgresAddress, variableOf } from '../base/postgres-address.ts';
import { settings } from '../config/config.ts';
import type { Given } from '../config/read-settings.ts';
import { readText } from '../config/read-settings.ts';
import type { Setting } from '../config/setting.ts';

/**
 * Returns the given store, or the address in the variable that it names. Throws ConfigError for a variable without an
 * address, and for a password among the arguments: every user on the machine sees them.
 */
export function storeOf({ settings: { store }, layers, env }: Given<{ store: string }>): string | undefined {
  const given = layers.at(-1)?.settings.store;
  if (given !== undefined && isPostgres(given) && readPostgresAddress(given).password !== undefined)
    throw new ConfigError(
      '--store has a password, which is visible in the list of processes; leave it out, and set PGPASSWORD, the ' +
        'file in PGPASSFILE, or the whole address in a variable, with --store env:DATABASE_URL',
    );
  const name = store === undefined ? undefined : variableOf(store);
  if (name === undefined) return store;
  if (name === '') throw new ConfigError('--store is "env:"; name the variable, such as env:DATABASE_URL');
  const address = env[name] ?? '';
  if (isPostgres(address)) return String(readText(STORE, name, address));
  const state = address === '' ? 'is not set' : 'has no address of a PostgreSQL database';
  throw new ConfigError(`--store is "${store}", and ${name} ${state}; set it like postgres://user@host:5432/database`);
}

const STORE = settings.find(({ key }) => key === 'store') as Setting;
