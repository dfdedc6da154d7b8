import { adminToken as readAdminToken, nonEmpty, serviceIdHeader as readHeader } from './read-values.ts';
import type { Setting, Values } from './setting.ts';
import { STDIO, wholeNumber } from './setting.ts';

/**
 * Settings shared by several commands. A setting has the same flag and the same variable in all commands; a command
 * adds its group, and its own description if needed.
 */

export const CHECKS = 'Checks';
export const REPORTS = 'Reports';

export const serviceIdHeader = {
  key: 'serviceIdHeader',
  flag: '--service-id-header <name>',
  env: 'TAXIWAY_SERVICE_ID_HEADER',
  inFile: true,
  description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
  byDefault: 'X-Service-Id',
  read: readHeader,
  schema: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
} as const satisfies Setting;

export const adminToken = {
  key: 'adminToken',
  flag: '--admin-token <token>',
  env: 'TAXIWAY_ADMIN_TOKEN',
  description: 'admin token of the sandbox',
  read: readAdminToken,
  secret: true,
} as const satisfies Setting;

/** For commands that serve: as long as a client may stop at a breakpoint. */
export const keepAliveSeconds = {
  key: 'keepAliveSeconds',
  flag: '--keep-alive-seconds <seconds>',
  env: 'TAXIWAY_KEEP_ALIVE_SECONDS',
  inFile: true,
  description: 'how long a connection without a request stays open',
  ...wholeNumber(1, 86_400),
} as const satisfies Setting;

/** For every command with a result. */
export const asJson = {
  key: 'json',
  flag: '--json',
  kind: 'switch',
  description: 'print the result as JSON to standard output, and everything else to standard error',
} as const satisfies Setting;

/** For every command with a section in the config file. */
export const configFile = {
  key: 'config',
  flag: '--config <file>',
  env: 'TAXIWAY_CONFIG',
  kind: 'file',
  reads: true,
  description: 'config file',
  byDefault: 'taxiway.config.json, .yaml or .yml of the working directory',
} as const satisfies Setting;

/** The service's address: an argument for `taxiway verify`, `--url` for the commands on a running sandbox. */
export const baseUrlVariable = 'TAXIWAY_BASE_URL';

export const profileVariable = { flag: '--profile <code>', env: 'TAXIWAY_PROFILE_CODE' } as const;

/** A client's key pair: a file, or its parts. */
export const keyPair = [
  {
    key: 'credential',
    flag: '--credential <file>',
    env: 'TAXIWAY_CREDENTIAL',
    kind: 'file',
    reads: true,
    inFile: true,
    isKeyPair: true,
    description: 'JSON or YAML file with publicKey, secretKey and profileCode',
  },
  {
    key: 'publicKey',
    flag: '--public-key <key>',
    env: 'TAXIWAY_PUBLIC_KEY',
    description: 'public key, in place of the file',
  },
  {
    key: 'secretKey',
    flag: '--secret-key <key>',
    env: 'TAXIWAY_SECRET_KEY',
    description: 'secret key; as a flag it is visible in the list of processes',
    secret: true,
  },
] as const satisfies readonly Setting[];

export const strict = {
  key: 'strict',
  flag: '--strict',
  env: 'TAXIWAY_STRICT',
  kind: 'switch',
  inFile: true,
  description: 'an assumption not met fails the run',
} as const satisfies Setting;

/** Commands for the service and for clients have different rules, so each has a separate variable: a job runs both. */
export const onlyRules = {
  key: 'only',
  flag: '--only <rule>',
  kind: 'list',
  inFile: true,
  byDefault: 'all',
} as const;

/** A baseline lists failures of such rules, so it has separate variables for the same reason. */
export const baseline = {
  key: 'baseline',
  flag: '--baseline <file>',
  kind: 'file',
  reads: true,
  inFile: true,
  description: 'known failures, without effect on the exit code',
} as const satisfies Setting;

export const writeBaseline = {
  key: 'writeBaseline',
  flag: '--write-baseline <file>',
  kind: 'file',
  writes: 'file',
  description: 'write the failures of this run as known ones',
} as const satisfies Setting;

const reports = [
  asJson,
  {
    key: 'jsonFile',
    flag: '--json-file <file>',
    env: 'TAXIWAY_JSON_FILE',
    kind: 'file',
    writes: 'file',
    inFile: true,
    description: 'write the report as JSON into a file',
    read: anyFile,
  },
  toFile('junit', 'write it as JUnit XML'),
  toFile('html', 'write it as one HTML page'),
  {
    key: 'github',
    flag: '--github',
    env: 'TAXIWAY_GITHUB',
    kind: 'switch',
    inFile: true,
    description: 'annotate the run of GitHub Actions',
    byDefault: 'on if GITHUB_ACTIONS is true',
  },
  {
    key: 'stepSummary',
    env: 'GITHUB_STEP_SUMMARY',
    kind: 'file',
    writes: 'file',
    description: 'file for a summary of the run, with --github',
  },
  { key: 'quiet', flag: '--quiet', kind: 'switch', description: 'print only failures and the verdict' },
  {
    key: 'color',
    flag: '--color',
    kind: 'switch',
    description: 'colours in the report',
    byDefault: 'on for a terminal, unless NO_COLOR is set',
  },
] as const satisfies readonly Setting[];

/** Settings for every command with a report. */
export type ReportSettings = Values<(typeof reports)[number]>;

/** The places for a machine-readable report. A file named `-` is standard output. */
export type ReportPlaces = Pick<ReportSettings, 'json' | 'jsonFile' | 'junit' | 'html'>;

/** Returns the settings for reports, some in a command's own words. */
export function reportSettings(words: Partial<Record<keyof ReportSettings, string>> = {}) {
  return reports.map((setting) => ({ ...setting, description: words[setting.key] ?? setting.description }));
}

/** Standard output is named `-` only. */
function anyFile(text: string): string {
  if (text === STDIO) throw new Error('expected a file; --json prints to standard output');
  return nonEmpty(text);
}

function toFile<const Key extends 'junit' | 'html'>(key: Key, description: string) {
  return {
    key,
    flag: `--${key} <file>`,
    env: `TAXIWAY_${key.toUpperCase()}`,
    kind: 'file',
    writes: 'file',
    orStdout: true,
    inFile: true,
    description: `${description}; ${STDIO} is standard output`,
  } as const satisfies Setting;
}
