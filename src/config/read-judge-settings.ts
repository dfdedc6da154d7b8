import { resolve } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { isUrl, judgeSettings } from './judge-settings.ts';
import type { Credential } from './read-credential.ts';
import { readCredential } from './read-credential.ts';
import { readEnvironment, readFlags } from './read-settings.ts';
import { refuseSameFile } from './refuse-same-file.ts';
import type { Flags } from './setting.ts';
import { STDOUT } from './setting.ts';

/** The settings of `taxiway judge` that are set; file names of reports are absolute. */
export interface GivenJudgeSettings {
  settings: Partial<JudgeSettings> & Pick<JudgeSettings, 'source'>;
  /** Whose calls a sandbox is asked with; for a sandbox only. */
  credential: Credential | undefined;
}

/**
 * Reads the settings of `taxiway judge`: a flag wins over the environment. Throws ConfigError, which names the setting,
 * the value seen and what was expected.
 */
export function readJudgeSettings(flags: Flags, env: NodeJS.ProcessEnv, folder: string): GivenJudgeSettings {
  const fromFlags = readFlags<JudgeSettings>(judgeSettings, flags, folder, 'the source');
  const fromEnv = readEnvironment<JudgeSettings>(judgeSettings, env, folder);
  const { source, ...settings } = { ...fromEnv, ...fromFlags };
  if (source === undefined)
    throw new ConfigError('there is no recording; run `taxiway judge recording.har`, or - for standard input');
  if (settings.baseline !== undefined && settings.baseline === settings.writeBaseline)
    throw new ConfigError('--baseline and --write-baseline name the same file; leave --baseline out to write it again');
  const { baseline, credential: keyFile, json, junit, html, writeBaseline } = settings;
  const sourceFile = isUrl(source) || source === STDIN ? undefined : resolve(folder, source);
  refuseSameFile(
    { 'the source': sourceFile, '--baseline': baseline, '--credential': keyFile },
    {
      '--json': fileOf(json),
      '--junit': fileOf(junit),
      '--html': fileOf(html),
      '--write-baseline': writeBaseline,
    },
  );
  // A profile that the environment names for other commands leaves no calls out of a file.
  if (!isUrl(source)) return { settings: { ...settings, source, profile: fromFlags.profile }, credential: undefined };
  const credential =
    settings.adminToken === undefined ? credentialOf([fromEnv, fromFlags], settings.profile, env) : undefined;
  const profile = settings.profile ?? credential?.profileCode;
  if (profile === undefined)
    throw new ConfigError('the journal of which profile? Pass --profile dp_…, or a key pair of it');
  return { settings: { source, ...settings, profile }, credential };
}

/** Undefined for standard output. */
function fileOf(report: string | undefined): string | undefined {
  return report === STDOUT ? undefined : report;
}

/** The key pair, where any part of it but the profile is set. */
function credentialOf(
  [fromEnv, fromFlags]: readonly [Partial<JudgeSettings>, Partial<JudgeSettings>],
  profileCode: string | undefined,
  env: NodeJS.ProcessEnv,
): Credential | undefined {
  const all = { ...fromEnv, ...fromFlags };
  if (all.credential === undefined && all.publicKey === undefined && all.secretKey === undefined) return undefined;
  const partsOf = ({ credential: file, publicKey, secretKey }: Partial<JudgeSettings>) => ({
    file,
    parts: { ...(publicKey !== undefined && { publicKey }), ...(secretKey !== undefined && { secretKey }) },
  });
  return readCredential(
    [
      { name: 'the profile', file: undefined, parts: profileCode === undefined ? {} : { profileCode } },
      { name: 'the environment', ...partsOf(fromEnv) },
      { name: 'the command line', ...partsOf(fromFlags) },
    ],
    'the credential',
    env,
  );
}

/** What names standard input in place of a file. */
const STDIN = '-';
