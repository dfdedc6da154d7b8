import {
  calendarDate,
  flightRoute,
  integer,
  nonEmpty,
  positive,
  serviceIdHeader,
  serviceUrl,
  trueOrFalse,
} from './read-values.ts';
import type { Setting } from './setting.ts';

/** Every setting of `taxiway verify`. */
export interface VerifySettings {
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
  /** Calls a second, and at the same time. */
  rate: number;
  concurrency: number;
  /** How long to wait for one response, in seconds. */
  timeout: number;
  /** Ids of rules, or the beginning of several ids. */
  only: string[];
  strict: boolean;
  plan: boolean;
  baseline: string;
  writeBaseline: string;
  json: string;
  junit: string;
  html: string;
  github: boolean;
  quiet: boolean;
  config: string;
}

/** A setting of `taxiway verify`: also part of the config file, `--help` groups it. */
export type VerifySetting = Setting<VerifySettings> & {
  /** Heading of its part of `--help` and of the docs. */
  group: string;
  /** A flag that switches it off, where the environment or the config file may have switched it on. */
  offFlag?: string;
  /** Whether the config file may have it. */
  inFile: boolean;
  kind: Required<Setting<VerifySettings>>['kind'];
  /** The default, in a few words. */
  byDefault?: string;
  /** What the JSON schema of the config file says in addition to the type. */
  schema?: Readonly<Record<string, unknown>>;
};

const TARGET = 'What is verified';
const CREDENTIALS = 'Who asks';
const SAFETY = 'How far it goes';
const CHECKS = 'What is checked';
export const REPORTS = 'What is written';

/** In the order of `--help`. */
export const verifySettings: readonly VerifySetting[] = [
  {
    key: 'baseUrl',
    group: TARGET,
    flag: null,
    env: 'TAXIWAY_BASE_URL',
    inFile: true,
    kind: 'text',
    description: 'where the service is, for example http://127.0.0.1:4010',
    read: serviceUrl,
    schema: { pattern: '^https?://' },
  },
  {
    key: 'flightsUrl',
    group: TARGET,
    flag: '--flights-url <url>',
    env: 'TAXIWAY_FLIGHTS_URL',
    inFile: true,
    kind: 'text',
    description: 'below this the paths /v1/flights/… are found',
    byDefault: 'the base URL',
    read: serviceUrl,
    schema: { pattern: '^https?://' },
  },
  {
    key: 'transfersUrl',
    group: TARGET,
    flag: '--transfers-url <url>',
    env: 'TAXIWAY_TRANSFERS_URL',
    inFile: true,
    kind: 'text',
    description: 'below this the paths of the transfers are found, prefix included',
    byDefault: 'the base URL',
    read: serviceUrl,
    schema: { pattern: '^https?://' },
  },
  {
    key: 'serviceIdHeader',
    group: TARGET,
    flag: '--service-id-header <name>',
    env: 'TAXIWAY_SERVICE_ID_HEADER',
    inFile: true,
    kind: 'text',
    description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
    byDefault: 'X-Service-Id',
    read: serviceIdHeader,
    schema: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
  },
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
    kind: 'text',
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
    kind: 'text',
    description: 'where a transfer starts: an airport code or an address',
    byDefault: 'MAD',
    read: nonEmpty,
  },
  {
    key: 'dropoff',
    group: TARGET,
    flag: '--dropoff <place>',
    env: 'TAXIWAY_DROPOFF',
    inFile: true,
    kind: 'text',
    description: 'where it ends',
    byDefault: 'Calle de Alcalá 42, Madrid',
    read: nonEmpty,
  },

  {
    key: 'credential',
    group: CREDENTIALS,
    flag: '--credential <file>',
    env: 'TAXIWAY_CREDENTIAL',
    inFile: true,
    kind: 'file',
    description: 'JSON or YAML file with publicKey, secretKey and profileCode',
    byDefault: 'a sandbox makes a profile for the run',
    read: nonEmpty,
  },
  {
    key: 'publicKey',
    group: CREDENTIALS,
    flag: '--public-key <key>',
    env: 'TAXIWAY_PUBLIC_KEY',
    inFile: false,
    kind: 'text',
    description: 'the same by itself: public key',
    read: nonEmpty,
  },
  {
    key: 'secretKey',
    group: CREDENTIALS,
    flag: '--secret-key <key>',
    env: 'TAXIWAY_SECRET_KEY',
    inFile: false,
    kind: 'text',
    description: 'secret key; as a flag it shows in the list of processes',
    read: nonEmpty,
    secret: true,
  },
  {
    key: 'profileCode',
    group: CREDENTIALS,
    flag: '--profile <code>',
    env: 'TAXIWAY_PROFILE_CODE',
    inFile: false,
    kind: 'text',
    description: 'profile code, dp_…',
    read: nonEmpty,
  },
  {
    key: 'otherCredential',
    group: CREDENTIALS,
    flag: '--other-credential <file>',
    env: 'TAXIWAY_OTHER_CREDENTIAL',
    inFile: true,
    kind: 'file',
    description: "file of a second profile, to prove that the first one's data is its own",
    byDefault: 'a sandbox makes one',
    read: nonEmpty,
  },
  {
    key: 'otherPublicKey',
    group: CREDENTIALS,
    flag: '--other-public-key <key>',
    env: 'TAXIWAY_OTHER_PUBLIC_KEY',
    inFile: false,
    kind: 'text',
    description: 'public key of the second profile',
    read: nonEmpty,
  },
  {
    key: 'otherSecretKey',
    group: CREDENTIALS,
    flag: '--other-secret-key <key>',
    env: 'TAXIWAY_OTHER_SECRET_KEY',
    inFile: false,
    kind: 'text',
    description: 'secret key of the second profile',
    read: nonEmpty,
    secret: true,
  },
  {
    key: 'otherProfileCode',
    group: CREDENTIALS,
    flag: '--other-profile <code>',
    env: 'TAXIWAY_OTHER_PROFILE_CODE',
    inFile: false,
    kind: 'text',
    description: 'profile code of the second profile',
    read: nonEmpty,
  },

  // Not in the config file: these two have to be a decision for each run.
  {
    key: 'allowLive',
    group: SAFETY,
    flag: '--allow-live',
    env: 'TAXIWAY_ALLOW_LIVE',
    inFile: false,
    kind: 'switch',
    description: 'go on although the target says liveMode true, with the checks that book nothing',
    read: trueOrFalse,
  },
  {
    key: 'book',
    group: SAFETY,
    flag: '--book',
    env: 'TAXIWAY_BOOK',
    inFile: false,
    kind: 'switch',
    description: 'with --allow-live: also the checks that order, book, change and cancel',
    read: trueOrFalse,
  },
  {
    key: 'rate',
    group: SAFETY,
    flag: '--rate <number>',
    env: 'TAXIWAY_RATE',
    inFile: true,
    kind: 'number',
    description: 'at most so many calls a second',
    byDefault: 'as many as it takes',
    read: positive(1000),
    schema: { exclusiveMinimum: 0, maximum: 1000 },
  },
  {
    key: 'concurrency',
    group: SAFETY,
    flag: '--concurrency <number>',
    env: 'TAXIWAY_CONCURRENCY',
    inFile: true,
    kind: 'number',
    description: 'at most so many calls at the same time',
    byDefault: '8',
    read: integer(1, 100),
    schema: { multipleOf: 1, minimum: 1, maximum: 100 },
  },
  {
    key: 'timeout',
    group: SAFETY,
    flag: '--timeout <seconds>',
    env: 'TAXIWAY_TIMEOUT',
    inFile: true,
    kind: 'number',
    description: 'how long to wait for one response',
    byDefault: '30',
    read: positive(3600),
    schema: { exclusiveMinimum: 0, maximum: 3600 },
  },

  {
    key: 'only',
    group: CHECKS,
    flag: '--only <rule>',
    env: 'TAXIWAY_ONLY',
    inFile: true,
    kind: 'list',
    description:
      'only the contracts of this rule, or of all rules below flight-order.passengers, for example; may be repeated',
    byDefault: 'all',
    read: nonEmpty,
  },
  {
    key: 'strict',
    group: CHECKS,
    flag: '--strict',
    offFlag: '--no-strict',
    env: 'TAXIWAY_STRICT',
    inFile: true,
    kind: 'switch',
    description: 'an assumption that is not met, or a rule that passed in part only, fails the run',
    read: trueOrFalse,
  },
  {
    key: 'baseline',
    group: CHECKS,
    flag: '--baseline <file>',
    env: 'TAXIWAY_BASELINE',
    inFile: true,
    kind: 'file',
    description: 'known failures, which do not fail the run',
    read: nonEmpty,
  },
  {
    key: 'plan',
    group: CHECKS,
    flag: '--plan',
    env: null,
    inFile: false,
    kind: 'switch',
    description: 'print what would be checked and called, and call nothing',
    read: trueOrFalse,
  },

  {
    key: 'json',
    group: REPORTS,
    flag: '--json <file>',
    env: 'TAXIWAY_JSON',
    inFile: true,
    kind: 'file',
    description: 'write the report as JSON; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'junit',
    group: REPORTS,
    flag: '--junit <file>',
    env: 'TAXIWAY_JUNIT',
    inFile: true,
    kind: 'file',
    description: 'write it as JUnit XML; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'html',
    group: REPORTS,
    flag: '--html <file>',
    env: 'TAXIWAY_HTML',
    inFile: true,
    kind: 'file',
    description: 'write it as one HTML page; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'github',
    group: REPORTS,
    flag: '--github',
    offFlag: '--no-github',
    env: 'TAXIWAY_GITHUB',
    inFile: true,
    kind: 'switch',
    description: 'annotate the run of GitHub Actions',
    byDefault: 'on where GITHUB_ACTIONS is true',
    read: trueOrFalse,
  },
  {
    key: 'writeBaseline',
    group: REPORTS,
    flag: '--write-baseline <file>',
    env: null,
    inFile: false,
    kind: 'file',
    description: 'write the failures of this run as known ones',
    read: nonEmpty,
  },
  {
    key: 'quiet',
    group: REPORTS,
    flag: '--quiet',
    env: null,
    inFile: false,
    kind: 'switch',
    description: 'print failures and the verdict only',
    read: trueOrFalse,
  },
  {
    key: 'config',
    group: REPORTS,
    flag: '--config <file>',
    env: 'TAXIWAY_CONFIG',
    inFile: false,
    kind: 'file',
    description: 'config file',
    byDefault: 'taxiway.config.json, .yaml or .yml of the working directory',
    read: nonEmpty,
  },
];
