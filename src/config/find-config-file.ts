import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import type { Sources } from './read-settings.ts';
import { readSettings } from './read-settings.ts';
import { configFile } from './shared-settings.ts';

/**
 * Returns the path of the config file from `--config` or its variable, or else of the one in the working directory;
 * null if there is none. Throws ConfigError if there are several.
 */
export function findConfigFile(sources: Sources): string | null {
  const named = readSettings<{ config: string }>([configFile], sources).settings.config;
  if (named !== undefined) return named;
  const found = FILE_NAMES.map((name) => resolve(sources.folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) throw new ConfigError(`there are ${found.join(' and ')}; keep one, or name one with --config`);
  return found[0] ?? null;
}

const FILE_NAMES = ['taxiway.config.json', 'taxiway.config.yaml', 'taxiway.config.yml'];
