import { isIPv4 } from 'node:net';
import { parseInstant } from '../clock.ts';

/** Every setting of the sandbox, after flags, environment and defaults have been read. */
export interface Config {
  host: string;
  port: number;
  /** `:memory:` or a file. */
  store: string;
  /** Root of all chance; null draws a fresh one at every start. */
  seed: string | null;
  /** Instant at which the clock stands still, ISO 8601; null lets it run. */
  now: string | null;
  /** Offers in the answer of one flight search. */
  offers: number;
  offerMinutes: number;
  transferOfferMinutes: number;
  /** Put before the paths of the transfer operations; empty, or like `/transfers`. */
  transferPrefix: string;
  /** Name of the header that binds a request to profile and credential. */
  serviceIdHeader: string;
  /** What `liveMode` says in every response. */
  liveMode: boolean;
  /** Opens everything under /_sandbox; null where the sandbox asks nobody. */
  adminToken: string | null;
  /** Who may make profiles; null: anyone, but only the admin where other machines can reach the sandbox. */
  profileCreation: ProfileCreation | null;
  /** Whether the key pair of the docs is known. */
  demoCredentials: boolean;
  /** Profiles that a sandbox keeps. */
  maxProfiles: number;
  /** What it keeps of each profile. */
  maxSearches: number;
  maxOrders: number;
  maxBookings: number;
  log: LogLevel;
  /** How long open requests and connections may take at the end; then they are cut off. */
  shutdownSeconds: number;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

export type ProfileCreation = (typeof PROFILE_CREATION)[number];

/** One setting as the command line, the environment and the docs show it. */
export interface Setting {
  key: keyof Config;
  flag: string;
  env: string;
  description: string;
  /** Reads the text of a flag or of the environment; throws an Error that says what was expected. */
  read: (text: string) => Config[keyof Config];
  /** Its value is never shown. */
  secret?: true;
}

export class ConfigError extends Error {}

export const PROFILE_CREATION = ['anyone', 'admin'] as const;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export const defaults: Config = {
  host: '127.0.0.1',
  port: 4010,
  store: ':memory:',
  seed: null,
  now: null,
  offers: 12,
  offerMinutes: 20,
  transferOfferMinutes: 15,
  transferPrefix: '',
  serviceIdHeader: 'X-Service-Id',
  liveMode: false,
  adminToken: null,
  profileCreation: null,
  demoCredentials: true,
  maxProfiles: 1000,
  maxSearches: 20_000,
  maxOrders: 10_000,
  maxBookings: 10_000,
  log: 'info',
  shutdownSeconds: 5,
};

export const settings: readonly Setting[] = [
  {
    key: 'port',
    flag: '--port <number>',
    env: 'TAXIWAY_PORT',
    description: 'port to listen on; 0 takes a free one',
    read: integer(0, 65535),
  },
  { key: 'host', flag: '--host <address>', env: 'TAXIWAY_HOST', description: 'address to listen on', read: nonEmpty },
  {
    key: 'store',
    flag: '--store <file>',
    env: 'TAXIWAY_STORE',
    description: 'file that keeps everything over restarts; :memory: keeps nothing',
    read: nonEmpty,
  },
  {
    key: 'seed',
    flag: '--seed <text>',
    env: 'TAXIWAY_SEED',
    description: 'root of all ids, prices and tokens: same seed, same clock, same requests, same bytes',
    read: nonEmpty,
  },
  {
    key: 'now',
    flag: '--now <instant>',
    env: 'TAXIWAY_NOW',
    description: 'stop the clock at this instant, for example 2027-01-10T12:00:00Z',
    read: instant,
  },
  {
    key: 'offers',
    flag: '--offers <number>',
    env: 'TAXIWAY_OFFERS',
    description: 'offers in the answer of one flight search',
    read: integer(1, 50),
  },
  {
    key: 'offerMinutes',
    flag: '--offer-minutes <minutes>',
    env: 'TAXIWAY_OFFER_MINUTES',
    description: 'lifetime of a flight offer',
    read: minutes,
  },
  {
    key: 'transferOfferMinutes',
    flag: '--transfer-offer-minutes <minutes>',
    env: 'TAXIWAY_TRANSFER_OFFER_MINUTES',
    description: 'lifetime of a transfer offer and of its tokens',
    read: minutes,
  },
  {
    key: 'transferPrefix',
    flag: '--transfer-prefix <path>',
    env: 'TAXIWAY_TRANSFER_PREFIX',
    description: 'put before the paths of the transfer operations, for example /transfers',
    read: prefix,
  },
  {
    key: 'serviceIdHeader',
    flag: '--service-id-header <name>',
    env: 'TAXIWAY_SERVICE_ID_HEADER',
    description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
    read: headerName,
  },
  {
    key: 'liveMode',
    flag: '--live-mode',
    env: 'TAXIWAY_LIVE_MODE',
    description: 'answer liveMode true, to see how a client copes',
    read: boolean,
  },
  {
    key: 'adminToken',
    flag: '--admin-token <token>',
    env: 'TAXIWAY_ADMIN_TOKEN',
    description: 'opens everything under /_sandbox to whoever sends it; needed to listen beyond this machine',
    read: token,
    secret: true,
  },
  {
    key: 'profileCreation',
    flag: '--profile-creation <anyone|admin>',
    env: 'TAXIWAY_PROFILE_CREATION',
    description:
      'who may make profiles: anyone, or only the holder of the admin token; when not set, admin where other machines can reach the sandbox and anyone elsewhere',
    read: oneOf(PROFILE_CREATION),
  },
  {
    key: 'demoCredentials',
    flag: '--demo-credentials <true|false>',
    env: 'TAXIWAY_DEMO_CREDENTIALS',
    description: 'whether the key pair of the docs is known; must be false to listen beyond this machine',
    read: boolean,
  },
  {
    key: 'maxProfiles',
    flag: '--max-profiles <number>',
    env: 'TAXIWAY_MAX_PROFILES',
    description: 'profiles that the sandbox keeps; beyond it a new one is refused with too_many_profiles',
    read: integer(1, 100_000),
  },
  {
    key: 'maxSearches',
    flag: '--max-searches <number>',
    env: 'TAXIWAY_MAX_SEARCHES',
    description:
      'searches that the sandbox keeps of a profile, and as many pricings; beyond it those that have expired make room, then the oldest',
    read: integer(1, 1_000_000),
  },
  {
    key: 'maxOrders',
    flag: '--max-orders <number>',
    env: 'TAXIWAY_MAX_ORDERS',
    description:
      'flight orders that the sandbox keeps of a profile; beyond it those whose trip is over make room, else a new one is refused with too_many_orders',
    read: integer(1, 1_000_000),
  },
  {
    key: 'maxBookings',
    flag: '--max-bookings <number>',
    env: 'TAXIWAY_MAX_BOOKINGS',
    description:
      'reservations that the sandbox keeps of a profile; beyond it those that failed, are cancelled, changed or past make room, else a new one is refused with too_many_bookings',
    read: integer(1, 1_000_000),
  },
  {
    key: 'log',
    flag: '--log <level>',
    env: 'TAXIWAY_LOG',
    description: `what to log: ${LOG_LEVELS.join(', ')}`,
    read: oneOf(LOG_LEVELS),
  },
  {
    key: 'shutdownSeconds',
    flag: '--shutdown-seconds <seconds>',
    env: 'TAXIWAY_SHUTDOWN_SECONDS',
    description: 'how long open requests and connections may take after SIGTERM or Ctrl-C; then they are cut off',
    read: integer(0, 3600),
  },
];

/**
 * Settles every setting: a flag wins over the environment, the environment over the default.
 * Throws ConfigError, which names the setting, the value seen and what was expected.
 */
export function readConfig(flags: Readonly<Record<string, unknown>>, env: NodeJS.ProcessEnv): Config {
  const given: Partial<Record<keyof Config, unknown>> = {};
  for (const setting of settings) {
    const flag = flags[setting.key];
    const [from, text] =
      flag === undefined ? [setting.env, env[setting.env]] : [setting.flag.split(' ')[0] as string, String(flag)];
    if (text !== undefined) given[setting.key] = readSetting(setting, from, text);
  }
  return completeConfig(given as Partial<Config>);
}

/** Fills in the defaults. Throws ConfigError for a value that a setting cannot have, and where settings contradict each other. */
export function completeConfig(given: Partial<Config>): Config {
  const config = { ...defaults, ...withoutGaps(given) };
  for (const setting of settings) {
    const value = config[setting.key];
    if (value !== null) readSetting(setting, setting.key, String(value));
  }
  if (/^\/(v1\/flights|_sandbox)(\/|$)/.test(config.transferPrefix)) {
    throw new ConfigError(
      `the transfer prefix "${config.transferPrefix}" lies on top of other paths of the service; choose another one`,
    );
  }
  if (config.serviceIdHeader.toLowerCase() === 'authorization') {
    throw new ConfigError('the service id header cannot be Authorization: that one carries the secret');
  }
  if (config.profileCreation === 'admin' && config.adminToken === null) {
    throw new ConfigError(
      'the profile creation "admin" needs an admin token: set TAXIWAY_ADMIN_TOKEN, or leave it out',
    );
  }
  refuseExposure(config, config.host);
  return config;
}

/**
 * Throws ConfigError for an address that others can reach, unless everybody has to authenticate there with
 * something that is neither printed in the docs nor quickly guessed.
 */
export function refuseExposure({ adminToken, demoCredentials, seed }: Config, host: string): void {
  if (isLoopback(host)) return;
  if (seed !== null && seed.length < SHORTEST_SHARED_SEED) {
    throw new ConfigError(
      `${host} can be reached from other machines, and a seed of ${seed.length} characters can be guessed from one key pair, which gives away all others: leave --seed out, or give one of at least ${SHORTEST_SHARED_SEED} random characters`,
    );
  }
  if (adminToken !== null && !demoCredentials) return;
  const missing = [
    ...(adminToken === null ? ['an admin token'] : []),
    ...(demoCredentials ? ['the demo credentials switched off'] : []),
  ];
  throw new ConfigError(
    `${host} can be reached from other machines, which needs ${missing.join(' and ')}: start with --demo-credentials false and TAXIWAY_ADMIN_TOKEN=$(openssl rand -hex 24), or listen on 127.0.0.1`,
  );
}

/** Whether an address or name means this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'));
}

function readSetting({ read, secret }: Setting, from: string, text: string): Config[keyof Config] {
  try {
    return read(text);
  } catch (error) {
    throw new ConfigError(`${from} ${secret ? 'cannot be used' : `is "${text}"`}: ${(error as Error).message}`);
  }
}

/** A key that is there without a value is not given. */
function withoutGaps(given: Partial<Config>): Partial<Config> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new Error(`expected a whole number from ${min} to ${max}`);
    return value;
  };
}

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 10_080))
    throw new Error('expected minutes, more than 0 and at most 10080 (a week)');
  return value;
}

function nonEmpty(text: string): string {
  if (text.trim() === '') throw new Error('expected a value');
  return text;
}

function instant(text: string): string {
  parseInstant(text);
  return text;
}

function prefix(text: string): string {
  if (text !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(text))
    throw new Error('expected a path like /transfers, without a slash at its end');
  return text;
}

function headerName(text: string): string {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)) throw new Error('expected the name of an HTTP header');
  return text;
}

function boolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('expected true or false');
  return text === 'true';
}

function token(text: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(text))
    throw new Error('expected 16 to 256 visible ASCII characters, for example those of `openssl rand -hex 24`');
  return text;
}

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    if (!(values as readonly string[]).includes(text)) throw new Error(`expected one of ${values.join(', ')}`);
    return text as Value;
  };
}

/** As for an admin token, guessing has to be hopeless: a key pair shows whether a guess is right. */
const SHORTEST_SHARED_SEED = 24;
