import { isIPv4 } from 'node:net';
import { ConfigError } from '../base/config-error.ts';
import { isPostgres, variableOf } from '../base/postgres-address.ts';
import type { Config } from './config.ts';
import { defaults, settings } from './config.ts';
import { readText } from './read-settings.ts';

/** Completes the settings for `taxiway serve`. Throws ConfigError for conflicting settings. */
export function completeGiven(settings: Partial<Config>): Config {
  return completeConfig(settings, AS_FLAGS);
}

/**
 * Fills in the defaults. Throws ConfigError for an invalid value and for conflicting settings. `words` describes the
 * form in which the reader gives settings.
 */
export function completeConfig(partial: Partial<Config>, words: Words = AS_OPTIONS): Config {
  const config = { ...defaults, ...withoutUndefined(partial) };
  for (const setting of settings) {
    const value = config[setting.key];
    if (value !== null) readText(setting, setting.key, String(value));
  }
  const variable = variableOf(config.store);
  if (variable !== undefined) {
    const address = variable === '' ? 'the address' : `process.env.${variable}`;
    throw new ConfigError(`store is "${config.store}", a form of the command line; pass ${address} itself`);
  }
  if (isPostgres(config.store) && config.now !== null) {
    throw new ConfigError(
      `${words.now} stops the clock of one process, and a PostgreSQL store outlives it; leave it out, and stop the ` +
        'clock of each profile with PUT /_sandbox/profiles/<code>/clock',
    );
  }
  if (/^\/(v1\/flights|_sandbox)(\/|$)/.test(config.transferPrefix)) {
    throw new ConfigError(
      `the transfer prefix "${config.transferPrefix}" overlaps other paths of the service; choose another one`,
    );
  }
  if (config.profileCreation === 'admin' && config.adminToken === null) {
    throw new ConfigError(
      `the profile creation "admin" needs an admin token: set ${words.adminToken}, or leave it out`,
    );
  }
  refuseExposure(config, config.host, words);
  return config;
}

/**
 * Throws ConfigError for an address that others can reach, unless every request has to authenticate there with a secret
 * neither printed in the docs nor quickly guessed.
 */
export function refuseExposure(
  { adminToken, demoCredentials, seed }: Config,
  host: string,
  words: Words = AS_OPTIONS,
): void {
  if (isLoopback(host)) return;
  if (seed !== null && seed.length < SHORTEST_SHARED_SEED) {
    throw new ConfigError(
      `${host} can be reached from other machines, and a seed of ${seed.length} characters can be guessed from one ` +
        `key pair, which reveals all others: leave ${words.seed} out, or pass one of at least ` +
        `${SHORTEST_SHARED_SEED} random characters`,
    );
  }
  if (adminToken !== null && !demoCredentials) return;
  const missing = [
    ...(adminToken === null ? ['an admin token'] : []),
    ...(demoCredentials ? ['the demo credentials switched off'] : []),
  ];
  throw new ConfigError(
    `${host} can be reached from other machines, which needs ${missing.join(' and ')}: ${words.safeStart}, ` +
      'or listen on 127.0.0.1',
  );
}

/** True for an address or name of this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));
}

/** A key with the value undefined counts as left out. */
function withoutUndefined(partial: Partial<Config>): Partial<Config> {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined));
}

/** The reader's form of settings, for messages. */
interface Words {
  now: string;
  seed: string;
  adminToken: string;
  safeStart: string;
}

const AS_FLAGS: Words = {
  now: '--now',
  seed: '--seed',
  adminToken: 'TAXIWAY_ADMIN_TOKEN',
  safeStart: 'start with --no-demo-credentials and TAXIWAY_ADMIN_TOKEN=$(openssl rand -hex 24)',
};

const AS_OPTIONS: Words = {
  now: 'the option now',
  seed: 'the option seed',
  adminToken: 'the option adminToken',
  safeStart: 'make the sandbox with demoCredentials: false and an adminToken of at least 16 random characters',
};

/** As long as an admin token: a key pair confirms a guessed seed, so guessing must be infeasible. */
const SHORTEST_SHARED_SEED = 24;
