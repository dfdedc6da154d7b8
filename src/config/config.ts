import { isPostgres, variableOf, withoutPassword } from '../base/postgres-address.ts';
import { adminToken, instant, pathPrefix, serviceIdHeader, storeAddress } from './read-values.ts';
import type { Setting } from './setting.ts';
import { positiveNumber, wholeNumber } from './setting.ts';
import { keepAliveSeconds } from './shared-settings.ts';

/**
 * Every sandbox setting, complete with flags, environment and defaults.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { Config } from 'taxiway';
 *
 * const settings: Partial<Config> = { seed: 'x', offerMinutes: 5, log: 'silent' };
 * const { config } = await createSandbox(settings);
 * console.log(config.maxBookings);
 * ```
 */
export interface Config {
  host: string;
  port: number;
  /** `:memory:`, a file or a PostgreSQL database address. */
  store: string;
  /** Maximum number of connections to PostgreSQL. */
  storeConnections: number;
  /** Time to wait at the start while a PostgreSQL server is unreachable. */
  storeWaitSeconds: number;
  /** Root for all random values; null draws a new one at every start. */
  seed: string | null;
  /** Instant of a frozen clock, ISO 8601; null lets it run. */
  now: string | null;
  /** Offers in the response to a flight search. */
  offers: number;
  offerMinutes: number;
  /** Minimum minutes from now to an offered flight's departure. */
  bookingCutoffMinutes: number;
  /** True if two slices may be any two trips; false for a round trip only. */
  openJaw: boolean;
  transferOfferMinutes: number;
  /** Minutes from now to the earliest pickup with an economy or standard car; 0: no lead time for any vehicle. */
  transferLeadMinutes: number;
  /** Path prefix for the transfer operations; empty, or like `/transfers`. */
  transferPrefix: string;
  /** Name of the header with profile and public key. */
  serviceIdHeader: string;
  /** The value for `liveMode` in every response. */
  liveMode: boolean;
  /** Opens everything under /_sandbox; null for a sandbox without one. */
  adminToken: string | null;
  /** Clients allowed to make profiles; null: anyone, but only the admin if other machines can reach the sandbox. */
  profileCreation: ProfileCreation | null;
  /** True if the docs' key pair is valid. */
  demoCredentials: boolean;
  /** True if pages from this machine may call the service from a browser. */
  cors: boolean;
  /** Maximum number of profiles. */
  maxProfiles: number;
  /** Maximum number of records for each profile. */
  maxSearches: number;
  maxOrders: number;
  maxBookings: number;
  /** True if the sandbox judges clients by the rules for them. */
  judge: boolean;
  /** True if GET /_sandbox/metrics shows metrics for a Prometheus server. */
  metrics: boolean;
  /** Port that serves the metrics alone, without a token; null for none. */
  metricsPort: number | null;
  log: LogLevel;
  /** Log line format; `auto`: text on a terminal, JSON elsewhere. */
  logFormat: LogFormat;
  /** Lifetime of an idle connection. */
  keepAliveSeconds: number;
  /** Time for which an ending sandbox continues to serve, while it reports that it is not ready. */
  drainSeconds: number;
  /** Time limit for open requests and connections at the end; then they are cut off. */
  shutdownSeconds: number;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFormat = (typeof LOG_FORMATS)[number];

export type ProfileCreation = (typeof PROFILE_CREATION)[number];

/** A setting for `taxiway serve`: always with a flag and an environment variable. */
export type SandboxSetting = Setting<keyof Config> & { flag: string; env: string };

const PROFILE_CREATION = ['anyone', 'admin'] as const;

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const LOG_FORMATS = ['auto', 'text', 'json'] as const;

export const defaults: Config = {
  host: '127.0.0.1',
  port: 4010,
  store: ':memory:',
  storeConnections: 10,
  storeWaitSeconds: 10,
  seed: null,
  now: null,
  offers: 12,
  offerMinutes: 20,
  bookingCutoffMinutes: 60,
  openJaw: false,
  transferOfferMinutes: 15,
  transferLeadMinutes: 60,
  transferPrefix: '',
  serviceIdHeader: 'X-Service-Id',
  liveMode: false,
  adminToken: null,
  profileCreation: null,
  demoCredentials: true,
  cors: true,
  maxProfiles: 1000,
  maxSearches: 20_000,
  maxOrders: 10_000,
  maxBookings: 10_000,
  judge: true,
  metrics: false,
  metricsPort: null,
  log: 'info',
  logFormat: 'auto',
  keepAliveSeconds: 300,
  drainSeconds: 0,
  shutdownSeconds: 5,
};

/** In `--help` order. */
export const settings: readonly SandboxSetting[] = [
  {
    key: 'port',
    flag: '--port <number>',
    env: 'TAXIWAY_PORT',
    description: 'port to listen on; 0 takes a free one',
    ...wholeNumber(0, 65535),
  },
  { key: 'host', flag: '--host <address>', env: 'TAXIWAY_HOST', description: 'address to listen on' },
  {
    key: 'store',
    flag: '--store <file|address>',
    env: 'TAXIWAY_STORE',
    description:
      'file for all data, or the address of a PostgreSQL database; env:DATABASE_URL takes the address from that ' +
      'variable; :memory: stores nothing',
    read: storeAddress,
    shown: withoutPassword,
    kind: 'file',
    writes: 'file',
    filesOf: (text) => (text === ':memory:' || isPostgres(text) || variableOf(text) !== undefined ? [] : [text]),
  },
  {
    key: 'storeConnections',
    flag: '--store-connections <number>',
    env: 'TAXIWAY_STORE_CONNECTIONS',
    description: 'maximum number of connections to PostgreSQL; further statements wait for one',
    ...wholeNumber(2, 200),
  },
  {
    key: 'storeWaitSeconds',
    flag: '--store-wait-seconds <seconds>',
    env: 'TAXIWAY_STORE_WAIT_SECONDS',
    description: 'how long to wait at the start for a PostgreSQL server out of reach',
    ...wholeNumber(0, 3600),
  },
  {
    key: 'seed',
    flag: '--seed <text>',
    env: 'TAXIWAY_SEED',
    description: 'root of all ids, prices and tokens; same seed, clock and requests return the same bytes',
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
    description: 'offers in the response of one flight search',
    ...wholeNumber(1, 50),
  },
  {
    key: 'offerMinutes',
    flag: '--offer-minutes <minutes>',
    env: 'TAXIWAY_OFFER_MINUTES',
    description: 'lifetime of a flight offer',
    ...positiveNumber(10_080),
  },
  {
    key: 'bookingCutoffMinutes',
    flag: '--booking-cutoff-minutes <minutes>',
    env: 'TAXIWAY_BOOKING_CUTOFF_MINUTES',
    description: 'flights with an earlier departure are not offered',
    ...wholeNumber(0, 1440),
  },
  {
    key: 'openJaw',
    flag: '--open-jaw',
    env: 'TAXIWAY_OPEN_JAW',
    description: 'accept any two slices, not only a round trip',
    kind: 'switch',
  },
  {
    key: 'transferOfferMinutes',
    flag: '--transfer-offer-minutes <minutes>',
    env: 'TAXIWAY_TRANSFER_OFFER_MINUTES',
    description: 'lifetime of a transfer offer and of its tokens',
    ...positiveNumber(10_080),
  },
  {
    key: 'transferLeadMinutes',
    flag: '--transfer-lead-minutes <minutes>',
    env: 'TAXIWAY_TRANSFER_LEAD_MINUTES',
    description: 'lead time of a standard car; better cars and vans need it twice, minibuses 4 times, coaches 24 times',
    ...wholeNumber(0, 1440),
  },
  {
    key: 'transferPrefix',
    flag: '--transfer-prefix <path>',
    env: 'TAXIWAY_TRANSFER_PREFIX',
    description: 'prefix of the transfer paths, for example /transfers',
    read: pathPrefix,
  },
  {
    key: 'serviceIdHeader',
    flag: '--service-id-header <name>',
    env: 'TAXIWAY_SERVICE_ID_HEADER',
    description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
    read: serviceIdHeader,
  },
  {
    key: 'liveMode',
    flag: '--live-mode',
    env: 'TAXIWAY_LIVE_MODE',
    description: 'return liveMode true, as a test of the client',
    kind: 'switch',
  },
  {
    key: 'adminToken',
    flag: '--admin-token <token>',
    env: 'TAXIWAY_ADMIN_TOKEN',
    description: 'token for everything under /_sandbox; required to listen beyond this machine',
    read: adminToken,
    secret: true,
  },
  {
    key: 'profileCreation',
    flag: '--profile-creation <anyone|admin>',
    env: 'TAXIWAY_PROFILE_CREATION',
    description: 'right to create profiles: anyone, or only the holder of the admin token',
    byDefault: 'admin if other machines can reach the sandbox, else anyone',
    choices: PROFILE_CREATION,
  },
  {
    key: 'demoCredentials',
    flag: '--demo-credentials',
    env: 'TAXIWAY_DEMO_CREDENTIALS',
    description: 'accept the key pair of the docs; must be off to listen beyond this machine',
    kind: 'switch',
  },
  {
    key: 'cors',
    flag: '--cors',
    env: 'TAXIWAY_CORS',
    description: 'let pages of this machine, at any port, call the service from a browser',
    kind: 'switch',
  },
  {
    key: 'maxProfiles',
    flag: '--max-profiles <number>',
    env: 'TAXIWAY_MAX_PROFILES',
    description: 'maximum number of profiles; a further one is refused with too_many_profiles',
    ...wholeNumber(1, 100_000),
  },
  {
    key: 'maxSearches',
    flag: '--max-searches <number>',
    env: 'TAXIWAY_MAX_SEARCHES',
    description:
      'maximum number of searches of a profile, and of pricings; beyond it expired ones are removed, then ' +
      'the oldest',
    ...wholeNumber(1, 1_000_000),
  },
  {
    key: 'maxOrders',
    flag: '--max-orders <number>',
    env: 'TAXIWAY_MAX_ORDERS',
    description:
      'maximum number of flight orders of a profile; beyond it past trips are removed, else a new order is refused ' +
      'with too_many_orders',
    ...wholeNumber(1, 1_000_000),
  },
  {
    key: 'maxBookings',
    flag: '--max-bookings <number>',
    env: 'TAXIWAY_MAX_BOOKINGS',
    description:
      'maximum number of reservations of a profile; beyond it failed, cancelled, changed and past ones are removed, ' +
      'else a new one is refused with too_many_bookings',
    ...wholeNumber(1, 1_000_000),
  },
  {
    key: 'judge',
    flag: '--judge',
    env: 'TAXIWAY_JUDGE',
    description: 'judge each call by the rules for clients, for GET /_sandbox/profiles/…/verdicts',
    kind: 'switch',
  },
  {
    key: 'metrics',
    flag: '--metrics',
    env: 'TAXIWAY_METRICS',
    description: 'count requests for GET /_sandbox/metrics in the format of Prometheus',
    kind: 'switch',
  },
  {
    key: 'metricsPort',
    flag: '--metrics-port <number>',
    env: 'TAXIWAY_METRICS_PORT',
    description: 'another port, which serves GET /metrics alone and without a token; switches --metrics on',
    ...wholeNumber(1, 65_535),
  },
  {
    key: 'log',
    flag: '--log <level>',
    env: 'TAXIWAY_LOG',
    description: 'lowest logged level',
    choices: LOG_LEVELS,
  },
  {
    key: 'logFormat',
    flag: '--log-format <auto|text|json>',
    env: 'TAXIWAY_LOG_FORMAT',
    description: 'log format for people or programs; auto: text on a terminal, JSON elsewhere',
    choices: LOG_FORMATS,
  },
  keepAliveSeconds,
  {
    key: 'drainSeconds',
    flag: '--drain-seconds <seconds>',
    env: 'TAXIWAY_DRAIN_SECONDS',
    description: 'after SIGTERM or Ctrl-C, serve on for this long while GET /_sandbox/ready returns 503',
    ...wholeNumber(0, 3600),
  },
  {
    key: 'shutdownSeconds',
    flag: '--shutdown-seconds <seconds>',
    env: 'TAXIWAY_SHUTDOWN_SECONDS',
    description: 'time limit for open requests and connections after that',
    ...wholeNumber(0, 3600),
  },
];
