import { ConfigError } from '../base/config-error.ts';
import { isPostgres, readPostgresAddress } from '../base/postgres-address.ts';
import type { Given } from '../config/read-settings.ts';

/**
 * Returns the given store, or the address in the variable set by application hosts, if it is a PostgreSQL address.
 * Throws ConfigError for a password among the arguments: every user of the machine sees them.
 */
export function storeOf({ settings, layers, env }: Given<{ store: string }>): string | undefined {
  const store = layers.at(-1)?.settings.store;
  if (store !== undefined && isPostgres(store) && readPostgresAddress(store).password !== undefined)
    throw new ConfigError(
      '--store has a password, which is visible in the list of processes; leave it out, and set PGPASSWORD, the ' +
        'file in PGPASSFILE, or the whole address in DATABASE_URL',
    );
  const { DATABASE_URL: url } = env;
  return settings.store ?? (url !== undefined && isPostgres(url) ? url : undefined);
}
