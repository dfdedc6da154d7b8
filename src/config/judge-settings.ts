import { nonEmpty, serviceUrl } from './read-values.ts';
import type { Setting, Values } from './setting.ts';
import { inGroup, STDIO, url } from './setting.ts';
import {
  adminToken,
  baseline,
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

/** True if the source is a running sandbox. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

const settings = [
  ...inGroup('Recording', [
    {
      key: 'source',
      argument: '<source>',
      reads: true,
      filesOf: sourceFiles,
      description: 'a HAR file, a journal export as NDJSON, the URL of a running sandbox, or - for standard input',
      read: (text) => (isUrl(text) ? serviceUrl(text) : nonEmpty(text)),
    },
    {
      key: 'origins',
      flag: '--origin <url>',
      env: 'TAXIWAY_JUDGE_ORIGINS',
      inFile: true,
      kind: 'list',
      description: 'base URL of the service in a HAR file; may be repeated',
      byDefault: 'found by its paths and headers',
      ...url,
    },
    serviceIdHeader,
    {
      key: 'profile',
      ...profileVariable,
      inFile: true,
      description: 'only the calls of this profile, dp_…; the variable is for a sandbox, where it is required',
      byDefault: 'all profiles of the recording',
    },
  ]),
  ...inGroup('Who asks a sandbox', [
    ...keyPair,
    { ...adminToken, description: 'admin token of the sandbox, instead of a key pair' },
  ]),
  ...inGroup(CHECKS, [
    {
      ...onlyRules,
      env: 'TAXIWAY_JUDGE_ONLY',
      description: 'only this rule, or all rules below transfer.booking, for example; may be repeated',
    },
    strict,
    { ...baseline, env: 'TAXIWAY_JUDGE_BASELINE' },
  ]),
  ...inGroup(REPORTS, [...reportSettings(), writeBaseline]),
  configFile,
];

/** Every setting for `taxiway judge`. */
export type JudgeSettings = Values<(typeof settings)[number]>;

/** In `--help` order. */
export const judgeSettings: readonly Setting<keyof JudgeSettings>[] = settings;

/** Standard input may also be redirected from a file: `taxiway judge - --json a.har < a.har`. */
function sourceFiles(source: string): string[] {
  if (isUrl(source)) return [];
  return [source === STDIO ? '/dev/stdin' : source];
}
