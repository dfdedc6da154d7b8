import { nonEmpty, serviceUrl } from './read-values.ts';
import type { Setting } from './setting.ts';
import { STDIO } from './setting.ts';
import type { ReportSettings } from './shared-settings.ts';
import {
  adminToken,
  baseline,
  configFile,
  keyPair,
  onlyRules,
  profileVariable,
  reportSettings,
  serviceIdHeader,
  strict,
  writeBaseline,
} from './shared-settings.ts';

/** Every setting of `taxiway judge`. */
export interface JudgeSettings extends ReportSettings {
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
  /** Ids of rules, or id prefixes. */
  only: string[];
  strict: boolean;
  baseline: string;
  writeBaseline: string;
  config: string;
}

/** True if the source is a running sandbox. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

const RECORDING = 'Recording';
const CREDENTIALS = 'Who asks a sandbox';

/** In the order of `--help`. */
export const judgeSettings: readonly Setting<keyof JudgeSettings>[] = [
  {
    key: 'source',
    group: RECORDING,
    argument: '<source>',
    reads: true,
    filesOf: sourceFiles,
    description: 'a HAR file, a journal export as NDJSON, the URL of a running sandbox, or - for standard input',
    read: (text) => (isUrl(text) ? serviceUrl(text) : nonEmpty(text)),
  },
  {
    key: 'origins',
    group: RECORDING,
    flag: '--origin <url>',
    env: 'TAXIWAY_JUDGE_ORIGINS',
    inFile: true,
    kind: 'list',
    description: 'base URL of the service in a HAR file; may be repeated',
    byDefault: 'found by its paths and headers',
    read: serviceUrl,
    schema: { pattern: '^https?://' },
  },
  { ...serviceIdHeader, group: RECORDING },
  {
    key: 'profile',
    group: RECORDING,
    ...profileVariable,
    inFile: true,
    description: 'only the calls of this profile, dp_…; the variable is for a sandbox, where it is required',
    byDefault: 'all profiles of the recording',
  },

  ...keyPair.map((setting) => ({ ...setting, group: CREDENTIALS })),
  { ...adminToken, group: CREDENTIALS, description: 'admin token of the sandbox, instead of a key pair' },

  {
    ...onlyRules,
    env: 'TAXIWAY_JUDGE_ONLY',
    description: 'only this rule, or all rules below transfer.booking, for example; may be repeated',
  },
  strict,
  { ...baseline, env: 'TAXIWAY_JUDGE_BASELINE' },

  ...reportSettings(),
  writeBaseline,
  configFile,
];

/** Standard input may be a file too: `taxiway judge - --json a.har < a.har`. */
function sourceFiles(source: string): string[] {
  if (isUrl(source)) return [];
  return [source === STDIO ? '/dev/stdin' : source];
}
