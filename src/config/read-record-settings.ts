import { ConfigError } from '../base/config-error.ts';
import { isLoopback } from './complete-config.ts';
import { readEnvironment, readFlags } from './read-settings.ts';
import type { RecordSettings } from './record-settings.ts';
import { recordSettings } from './record-settings.ts';
import type { Flags } from './setting.ts';

/** The settings of `taxiway record` that are set, and those that have a default; file names are absolute. */
export type GivenRecordSettings = Partial<RecordSettings> & Pick<RecordSettings, 'upstream' | 'port' | 'host'>;

/**
 * Reads the settings of `taxiway record`: a flag wins over the environment. Throws ConfigError, which names the
 * setting, the value seen and what was expected.
 */
export function readRecordSettings(flags: Flags, env: NodeJS.ProcessEnv, folder: string): GivenRecordSettings {
  const { upstream, ...settings } = {
    ...readEnvironment<RecordSettings>(recordSettings, env, folder),
    ...readFlags<RecordSettings>(recordSettings, flags, folder, 'the upstream'),
  };
  if (upstream === undefined)
    throw new ConfigError('there is nothing to record; run `taxiway record https://staging.example`');
  const { host = '127.0.0.1', port = 4020, out, adminToken } = settings;
  if (out !== undefined && !/\.(har|ndjson)$/i.test(out))
    throw new ConfigError(`--out is "${out}"; expected a file that ends in .har or .ndjson`);
  if (!isLoopback(host) && adminToken === undefined)
    throw new ConfigError(
      `${host} can be reached from other machines, which needs an admin token for /_sandbox: start with ` +
        'TAXIWAY_ADMIN_TOKEN=$(openssl rand -hex 24), or listen on 127.0.0.1',
    );
  return { ...settings, upstream, host, port };
}
