import { calendarDate, flightRoute, positive, serviceUrl } from './read-values.ts';
import type { Setting } from './setting.ts';
import { wholeNumber } from './setting.ts';
import type { ReportSettings } from './shared-settings.ts';
import {
  baseline,
  baseUrlVariable,
  CHECKS,
  configFile,
  keyPair,
  onlyRules,
  profileVariable,
  reportSettings,
  serviceIdHeader,
  strict,
  writeBaseline,
} from './shared-settings.ts';

/** Every setting of `taxiway verify`. */
export interface VerifySettings extends ReportSettings {
  baseUrl: string;
  flightsUrl: string;
  transfersUrl: string;
  serviceIdHeader: string;
  routes: string[];
  departureDate: string;
  pickup: string;
  dropoff: string;
  /** Files with a key pair each. */
  credential: string;
  publicKey: string;
  secretKey: string;
  profileCode: string;
  otherCredential: string;
  otherPublicKey: string;
  otherSecretKey: string;
  otherProfileCode: string;
  allowLive: boolean;
  book: boolean;
  /** Calls per second. */
  rate: number;
  /** Concurrent calls. */
  concurrency: number;
  /** Time limit for one response, in seconds. */
  timeout: number;
  /** Ids of rules, or id prefixes. */
  only: string[];
  strict: boolean;
  plan: boolean;
  baseline: string;
  /** File with rules that may be left without a check. */
  notExercised: string;
  /** Percentage. */
  minCoverage: number;
  writeBaseline: string;
  config: string;
}

export type VerifySetting = Setting<keyof VerifySettings>;

const CREDENTIALS = 'Who asks';

const TARGET = 'Target';
const SAFETY = 'How far it goes';
const URL_SCHEMA = { pattern: '^https?://' };

/** In the order of `--help`. */
export const verifySettings: readonly VerifySetting[] = [
  {
    key: 'baseUrl',
    group: TARGET,
    argument: '[base-url]',
    env: baseUrlVariable,
    inFile: true,
    description: 'base URL of the service, for example http://127.0.0.1:4010',
    read: serviceUrl,
    schema: URL_SCHEMA,
  },
  {
    key: 'flightsUrl',
    group: TARGET,
    flag: '--flights-url <url>',
    env: 'TAXIWAY_FLIGHTS_URL',
    inFile: true,
    description: 'base URL of the paths /v1/flights/…',
    byDefault: 'the base URL',
    read: serviceUrl,
    schema: URL_SCHEMA,
  },
  {
    key: 'transfersUrl',
    group: TARGET,
    flag: '--transfers-url <url>',
    env: 'TAXIWAY_TRANSFERS_URL',
    inFile: true,
    description: 'base URL of the transfer endpoints, including any prefix',
    byDefault: 'the base URL',
    read: serviceUrl,
    schema: URL_SCHEMA,
  },
  { ...serviceIdHeader, group: TARGET },
  {
    key: 'routes',
    group: TARGET,
    flag: '--route <route>',
    env: 'TAXIWAY_ROUTES',
    inFile: true,
    kind: 'list',
    description: 'a route with offers, for example MAD-LHR, the best one first; may be repeated',
    byDefault: 'eight routes of the sandbox',
    read: flightRoute,
    schema: { pattern: '^[A-Z]{3}-[A-Z]{3}$' },
  },
  {
    key: 'departureDate',
    group: TARGET,
    flag: '--departure-date <date>',
    env: 'TAXIWAY_DEPARTURE_DATE',
    inFile: true,
    description: 'first day of travel, YYYY-MM-DD',
    byDefault: 'in 60 days',
    read: calendarDate,
    schema: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  },
  {
    key: 'pickup',
    group: TARGET,
    flag: '--pickup <place>',
    env: 'TAXIWAY_PICKUP',
    inFile: true,
    description: 'start of a transfer: an airport code or an address',
    byDefault: 'MAD',
  },
  {
    key: 'dropoff',
    group: TARGET,
    flag: '--dropoff <place>',
    env: 'TAXIWAY_DROPOFF',
    inFile: true,
    description: 'end of the transfer',
    byDefault: 'Calle de Alcalá 42, Madrid',
  },

  ...keyPair.map((setting) => ({
    ...setting,
    group: CREDENTIALS,
    ...(setting.key === 'credential' && { byDefault: 'a sandbox makes a profile for the run' }),
  })),
  { key: 'profileCode', group: CREDENTIALS, ...profileVariable, description: 'profile code, dp_…' },
  {
    key: 'otherCredential',
    group: CREDENTIALS,
    flag: '--other-credential <file>',
    env: 'TAXIWAY_OTHER_CREDENTIAL',
    inFile: true,
    kind: 'file',
    reads: true,
    isKeyPair: true,
    description: "file of a second profile, to prove the isolation of the first one's data",
    byDefault: 'a sandbox makes one',
  },
  {
    key: 'otherPublicKey',
    group: CREDENTIALS,
    flag: '--other-public-key <key>',
    env: 'TAXIWAY_OTHER_PUBLIC_KEY',
    description: 'public key of the second profile',
  },
  {
    key: 'otherSecretKey',
    group: CREDENTIALS,
    flag: '--other-secret-key <key>',
    env: 'TAXIWAY_OTHER_SECRET_KEY',
    description: 'secret key of the second profile',
    secret: true,
  },
  {
    key: 'otherProfileCode',
    group: CREDENTIALS,
    flag: '--other-profile <code>',
    env: 'TAXIWAY_OTHER_PROFILE_CODE',
    description: 'profile code of the second profile',
  },

  // Not in the config file: these two have to be a decision for each run.
  {
    key: 'allowLive',
    group: SAFETY,
    flag: '--allow-live',
    env: 'TAXIWAY_ALLOW_LIVE',
    kind: 'switch',
    description: 'continue against a target with liveMode true, only with checks without bookings',
  },
  {
    key: 'book',
    group: SAFETY,
    flag: '--book',
    env: 'TAXIWAY_BOOK',
    kind: 'switch',
    description: 'with --allow-live: also checks with orders, bookings, changes and cancellations',
  },
  {
    key: 'rate',
    group: SAFETY,
    flag: '--rate <number>',
    env: 'TAXIWAY_RATE',
    inFile: true,
    kind: 'number',
    description: 'maximum number of calls per second',
    byDefault: 'unlimited',
    read: positive(1000),
    schema: { exclusiveMinimum: 0, maximum: 1000 },
  },
  {
    key: 'concurrency',
    group: SAFETY,
    flag: '--concurrency <number>',
    env: 'TAXIWAY_CONCURRENCY',
    inFile: true,
    description: 'maximum number of concurrent calls',
    byDefault: '8',
    ...wholeNumber(1, 100),
  },
  {
    key: 'timeout',
    group: SAFETY,
    flag: '--timeout <seconds>',
    env: 'TAXIWAY_TIMEOUT',
    inFile: true,
    kind: 'number',
    description: 'time limit for one response',
    byDefault: '30',
    read: positive(3600),
    schema: { exclusiveMinimum: 0, maximum: 3600 },
  },

  {
    ...onlyRules,
    env: 'TAXIWAY_ONLY',
    description:
      'only the contracts of this rule, or of all rules below flight-order.passengers, for example; may be repeated',
  },
  {
    ...strict,
    description: 'an assumption not met, or a rule passed in part only, fails the run',
  },
  { ...baseline, env: 'TAXIWAY_BASELINE' },
  {
    key: 'notExercised',
    group: CHECKS,
    flag: '--not-exercised <file>',
    env: 'TAXIWAY_NOT_EXERCISED',
    kind: 'file',
    reads: true,
    inFile: true,
    description: 'file of rules, one a line, that may stay unchecked although a documented call order leads to them',
  },
  {
    key: 'minCoverage',
    group: CHECKS,
    flag: '--min-coverage <percent>',
    env: 'TAXIWAY_MIN_COVERAGE',
    kind: 'number',
    inFile: true,
    description: 'minimum share of rules checked; fewer make the run incomplete',
    byDefault: 'none',
    read: positive(100),
    schema: { exclusiveMinimum: 0, maximum: 100 },
  },
  {
    key: 'plan',
    group: CHECKS,
    flag: '--plan',
    kind: 'switch',
    description: 'print the planned checks and calls without making them',
  },

  ...reportSettings(),
  writeBaseline,
  configFile,
];
