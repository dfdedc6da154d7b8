import { calendarDate, flightRoute } from './read-values.ts';
import type { Setting, Values } from './setting.ts';
import { inGroup, positiveNumber, url, wholeNumber } from './setting.ts';
import {
  baseline,
  baseUrlVariable,
  CHECKS,
  configFile,
  keyPair,
  onlyRules,
  profileVariable,
  REPORTS,
  reportSettings,
  serviceIdHeader,
  strict,
  writeBaseline,
} from './shared-settings.ts';

const settings = [
  ...inGroup('Target', [
    {
      key: 'baseUrl',
      argument: '[base-url]',
      env: baseUrlVariable,
      inFile: true,
      description: 'base URL of the service, for example http://127.0.0.1:4010',
      ...url,
    },
    {
      key: 'flightsUrl',
      flag: '--flights-url <url>',
      env: 'TAXIWAY_FLIGHTS_URL',
      inFile: true,
      description: 'base URL of the paths /v1/flights/…',
      byDefault: 'the base URL',
      ...url,
    },
    {
      key: 'transfersUrl',
      flag: '--transfers-url <url>',
      env: 'TAXIWAY_TRANSFERS_URL',
      inFile: true,
      description: 'base URL of the transfer endpoints, including any prefix',
      byDefault: 'the base URL',
      ...url,
    },
    serviceIdHeader,
    {
      key: 'routes',
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
      flag: '--pickup <place>',
      env: 'TAXIWAY_PICKUP',
      inFile: true,
      description: 'start of a transfer: an airport code or an address',
      byDefault: 'MAD',
    },
    {
      key: 'dropoff',
      flag: '--dropoff <place>',
      env: 'TAXIWAY_DROPOFF',
      inFile: true,
      description: 'end of the transfer',
      byDefault: 'Calle de Alcalá 42, Madrid',
    },
  ]),
  ...inGroup('Who asks', [
    ...keyPair.map((setting) => ({
      ...setting,
      ...(setting.key === 'credential' && { byDefault: 'a sandbox makes a profile for the run' }),
    })),
    { key: 'profileCode', ...profileVariable, description: 'profile code, dp_…' },
    {
      key: 'otherCredential',
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
      flag: '--other-public-key <key>',
      env: 'TAXIWAY_OTHER_PUBLIC_KEY',
      description: 'public key of the second profile',
    },
    {
      key: 'otherSecretKey',
      flag: '--other-secret-key <key>',
      env: 'TAXIWAY_OTHER_SECRET_KEY',
      description: 'secret key of the second profile',
      secret: true,
    },
    {
      key: 'otherProfileCode',
      flag: '--other-profile <code>',
      env: 'TAXIWAY_OTHER_PROFILE_CODE',
      description: 'profile code of the second profile',
    },
  ]),
  ...inGroup('How far it goes', [
    // Not in the config file, because these two have to be a decision for each run.
    {
      key: 'allowLive',
      flag: '--allow-live',
      env: 'TAXIWAY_ALLOW_LIVE',
      kind: 'switch',
      description: 'continue against a target with liveMode true, only with checks without bookings',
    },
    {
      key: 'book',
      flag: '--book',
      env: 'TAXIWAY_BOOK',
      kind: 'switch',
      description: 'with --allow-live: also checks with orders, bookings, changes and cancellations',
    },
    {
      key: 'rate',
      flag: '--rate <number>',
      env: 'TAXIWAY_RATE',
      inFile: true,
      description: 'maximum number of calls per second',
      byDefault: 'unlimited',
      ...positiveNumber(1000),
    },
    {
      key: 'concurrency',
      flag: '--concurrency <number>',
      env: 'TAXIWAY_CONCURRENCY',
      inFile: true,
      description: 'maximum number of concurrent calls',
      byDefault: '8',
      ...wholeNumber(1, 100),
    },
    {
      key: 'timeout',
      flag: '--timeout <seconds>',
      env: 'TAXIWAY_TIMEOUT',
      inFile: true,
      description: 'time limit for one response',
      byDefault: '30',
      ...positiveNumber(3600),
    },
  ]),
  ...inGroup(CHECKS, [
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
      flag: '--not-exercised <file>',
      env: 'TAXIWAY_NOT_EXERCISED',
      kind: 'file',
      reads: true,
      inFile: true,
      description: 'file of rules, one a line, that may stay unchecked although a documented call order leads to them',
    },
    {
      key: 'minCoverage',
      flag: '--min-coverage <percent>',
      env: 'TAXIWAY_MIN_COVERAGE',
      inFile: true,
      description: 'minimum share of rules checked; fewer make the run incomplete',
      byDefault: 'none',
      ...positiveNumber(100),
    },
    {
      key: 'plan',
      flag: '--plan',
      kind: 'switch',
      description: 'print the planned checks and calls without making them',
    },
  ]),
  ...inGroup(REPORTS, [...reportSettings(), writeBaseline]),
  configFile,
];

/** Every setting for `taxiway verify`. */
export type VerifySettings = Values<(typeof settings)[number]>;

/** In `--help` order. */
export const verifySettings: readonly Setting<keyof VerifySettings>[] = settings;
