import { adminToken, nonEmpty, serviceIdHeader, serviceUrl, trueOrFalse } from './read-values.ts';
import type { Setting } from './setting.ts';

/** Every setting of `taxiway judge`. */
export interface JudgeSettings {
  source: string;
  /** Base URLs. */
  origins: string[];
  serviceIdHeader: string;
  profile: string;
  /** A file with a key pair. */
  credential: string;
  publicKey: string;
  secretKey: string;
  adminToken: string;
  /** Ids of rules, or the beginning of several ids. */
  only: string[];
  strict: boolean;
  baseline: string;
  writeBaseline: string;
  json: string;
  junit: string;
  html: string;
  github: boolean;
  quiet: boolean;
}

/** A setting of `taxiway judge`; `--help` groups it. */
export type JudgeSetting = Setting<JudgeSettings> & {
  /** Heading of its part of `--help` and of the docs. */
  group: string;
  /** A flag that switches it off, where the environment may have switched it on. */
  offFlag?: string;
  kind: Required<Setting<JudgeSettings>>['kind'];
  /** The default, in a few words. */
  byDefault?: string;
};

/** Whether the source is a running sandbox. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

const RECORDING = 'What is judged';
const CREDENTIALS = 'Who asks a sandbox';
const CHECKS = 'What is checked';
export const JUDGE_REPORTS = 'What is written';

/** In the order of `--help`. */
export const judgeSettings: readonly JudgeSetting[] = [
  {
    key: 'source',
    group: RECORDING,
    flag: null,
    env: null,
    kind: 'text',
    description: 'a HAR file, a journal export as NDJSON, the URL of a running sandbox, or - for standard input',
    read: (text) => (isUrl(text) ? serviceUrl(text) : nonEmpty(text)),
  },
  {
    key: 'origins',
    group: RECORDING,
    flag: '--origin <url>',
    env: 'TAXIWAY_JUDGE_ORIGINS',
    kind: 'list',
    description: 'base URL of the service in a HAR file; may be repeated',
    byDefault: 'found by its paths and headers',
    read: serviceUrl,
  },
  {
    key: 'serviceIdHeader',
    group: RECORDING,
    flag: '--service-id-header <name>',
    env: 'TAXIWAY_SERVICE_ID_HEADER',
    kind: 'text',
    description: 'name of the header <PUBLIC_KEY>:<PROFILE_CODE>',
    byDefault: 'X-Service-Id',
    read: serviceIdHeader,
  },
  {
    key: 'profile',
    group: RECORDING,
    flag: '--profile <code>',
    env: 'TAXIWAY_PROFILE_CODE',
    kind: 'text',
    description: 'only the calls of this profile, dp_…; the variable is for a sandbox, which needs it',
    byDefault: 'all profiles of the recording',
    read: nonEmpty,
  },

  {
    key: 'credential',
    group: CREDENTIALS,
    flag: '--credential <file>',
    env: 'TAXIWAY_CREDENTIAL',
    kind: 'file',
    description: 'JSON or YAML file with publicKey, secretKey and profileCode',
    read: nonEmpty,
  },
  {
    key: 'publicKey',
    group: CREDENTIALS,
    flag: '--public-key <key>',
    env: 'TAXIWAY_PUBLIC_KEY',
    kind: 'text',
    description: 'the same by itself: public key',
    read: nonEmpty,
  },
  {
    key: 'secretKey',
    group: CREDENTIALS,
    flag: '--secret-key <key>',
    env: 'TAXIWAY_SECRET_KEY',
    kind: 'text',
    description: 'secret key; as a flag it shows in the list of processes',
    read: nonEmpty,
    secret: true,
  },
  {
    key: 'adminToken',
    group: CREDENTIALS,
    flag: '--admin-token <token>',
    env: 'TAXIWAY_ADMIN_TOKEN',
    kind: 'text',
    description: 'admin token of the sandbox, instead of a key pair',
    read: adminToken,
    secret: true,
  },

  {
    key: 'only',
    group: CHECKS,
    flag: '--only <rule>',
    env: 'TAXIWAY_JUDGE_ONLY',
    kind: 'list',
    description: 'only this rule, or all rules below transfer.booking, for example; may be repeated',
    byDefault: 'all',
    read: nonEmpty,
  },
  {
    key: 'strict',
    group: CHECKS,
    flag: '--strict',
    offFlag: '--no-strict',
    env: 'TAXIWAY_STRICT',
    kind: 'switch',
    description: 'an assumption that is not met fails the run',
    read: trueOrFalse,
  },
  {
    key: 'baseline',
    group: CHECKS,
    flag: '--baseline <file>',
    env: 'TAXIWAY_JUDGE_BASELINE',
    kind: 'file',
    description: 'known failures, which do not fail the run',
    read: nonEmpty,
  },

  {
    key: 'json',
    group: JUDGE_REPORTS,
    flag: '--json <file>',
    env: 'TAXIWAY_JUDGE_JSON',
    kind: 'file',
    description: 'write the report as JSON; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'junit',
    group: JUDGE_REPORTS,
    flag: '--junit <file>',
    env: 'TAXIWAY_JUDGE_JUNIT',
    kind: 'file',
    description: 'write it as JUnit XML; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'html',
    group: JUDGE_REPORTS,
    flag: '--html <file>',
    env: 'TAXIWAY_JUDGE_HTML',
    kind: 'file',
    description: 'write it as one HTML page; - is standard output',
    orStdout: true,
    read: nonEmpty,
  },
  {
    key: 'github',
    group: JUDGE_REPORTS,
    flag: '--github',
    offFlag: '--no-github',
    env: 'TAXIWAY_GITHUB',
    kind: 'switch',
    description: 'annotate the run of GitHub Actions',
    byDefault: 'on where GITHUB_ACTIONS is true',
    read: trueOrFalse,
  },
  {
    key: 'writeBaseline',
    group: JUDGE_REPORTS,
    flag: '--write-baseline <file>',
    env: null,
    kind: 'file',
    description: 'write the failures of this run as known ones',
    read: nonEmpty,
  },
  {
    key: 'quiet',
    group: JUDGE_REPORTS,
    flag: '--quiet',
    env: null,
    kind: 'switch',
    description: 'print failures and the verdict only',
    read: trueOrFalse,
  },
];
