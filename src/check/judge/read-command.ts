import { ConfigError } from '../../base/config-error.ts';
import type { Credential } from '../../config/credential.ts';
import { readCredential } from '../../config/credential.ts';
import type { JudgeSettings } from '../../config/judge-settings.ts';
import { isUrl } from '../../config/judge-settings.ts';
import type { Given } from '../../config/read-settings.ts';

/** Input for `taxiway judge`; report file names are absolute. */
export interface JudgeCommand {
  settings: Partial<JudgeSettings> & Pick<JudgeSettings, 'source'>;
  /** Key pair for a sandbox journal; undefined for a file. */
  credential: Credential | undefined;
  github: boolean;
  colour: boolean | undefined;
}

/** Throws ConfigError if the source is missing, or is a sandbox without a profile. */
export function readJudgeCommand(given: Given<JudgeSettings>): JudgeCommand {
  const { layers, env } = given;
  const { source, color: colour, ...settings } = given.settings;
  const { github = env['GITHUB_ACTIONS'] === 'true' } = settings;
  if (source === undefined)
    throw new ConfigError('the recording is missing; run `taxiway judge recording.har`, or - for standard input');
  // A file ignores the profile in the environment, set for other commands, so that no call is left out.
  if (!isUrl(source)) {
    const { profile } = layers.at(-1)?.settings ?? {};
    return { settings: { ...settings, source, profile }, credential: undefined, github, colour };
  }
  const credential = settings.adminToken === undefined ? credentialOf(given) : undefined;
  const profile = settings.profile ?? credential?.profileCode;
  if (profile === undefined)
    throw new ConfigError('the journal of which profile? Pass --profile dp_…, or a key pair of it');
  return { settings: { ...settings, source, profile }, credential, github, colour };
}

/** Returns the key pair if any part but the profile is set. */
function credentialOf({ settings, layers, env }: Given<JudgeSettings>): Credential | undefined {
  const { credential, publicKey, secretKey, profile: profileCode } = settings;
  if (credential === undefined && publicKey === undefined && secretKey === undefined) return undefined;
  const sources = layers.map((layer) => {
    const { credential: file, ...parts } = layer.settings;
    const written = 'credentials' in layer ? layer.credentials['credential'] : undefined;
    return { name: layer.name, file, parts: written ?? { publicKey: parts.publicKey, secretKey: parts.secretKey } };
  });
  const profile = { name: 'the profile', file: undefined, parts: { profileCode } };
  return readCredential([profile, ...sources], 'the credential', env);
}
