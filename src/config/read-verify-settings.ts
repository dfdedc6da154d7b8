import { ConfigError } from '../base/config-error.ts';
import type { ConfigFile } from './config-file.ts';
import { readConfigFile } from './config-file.ts';
import type { Credential, CredentialSource } from './read-credential.ts';
import { readCredential } from './read-credential.ts';
import { readEnvironment, readFlags } from './read-settings.ts';
import type { Flags } from './setting.ts';
import type { VerifySettings } from './verify-settings.ts';
import { verifySettings } from './verify-settings.ts';

/** Where settings come from, in addition to the defaults. */
export interface SettingSources {
  /** Flags as commander has read them, and the base URL under `baseUrl`. */
  flags: Flags;
  env: NodeJS.ProcessEnv;
  /** The working directory. */
  folder: string;
}

/**
 * The settings of `taxiway verify` that are set. Key pairs are in `credential` and `otherCredential` only; file names
 * are absolute.
 */
export interface GivenSettings {
  settings: Partial<VerifySettings>;
  credential: Credential | undefined;
  otherCredential: Credential | undefined;
}

/**
 * Reads the settings of `taxiway verify`: a flag wins over the environment, the environment over the config file.
 * Throws ConfigError, which names the setting, the value seen and what was expected.
 */
export function readVerifySettings({ flags, env, folder }: SettingSources): GivenSettings {
  const fromFlags = readFlags<VerifySettings>(verifySettings, flags, folder);
  const fromEnv = readEnvironment<VerifySettings>(verifySettings, env, folder);
  const file = readConfigFile(fromFlags.config ?? fromEnv.config ?? null, folder, env);
  const settings: Partial<VerifySettings> = { ...file?.settings, ...fromEnv, ...fromFlags };
  refuseContradictions(settings);
  const sources = [
    ...(file === null ? [] : [{ name: file.path, settings: file.settings, written: file.credentials }]),
    { name: 'the environment', settings: fromEnv },
    { name: 'the command line', settings: fromFlags },
  ];
  return {
    settings,
    credential: readCredential(sources.map(firstPair), 'the credential', env),
    otherCredential: readCredential(sources.map(secondPair), 'the other credential', env),
  };
}

function refuseContradictions({
  book,
  allowLive,
  baseUrl,
  plan,
  baseline,
  writeBaseline,
}: Partial<VerifySettings>): void {
  if (book && !allowLive)
    throw new ConfigError('--book goes with --allow-live only: on a sandbox every check books anyway');
  if (baseUrl === undefined && !plan)
    throw new ConfigError(
      'there is no base URL; run `taxiway verify http://127.0.0.1:4010`, or set TAXIWAY_BASE_URL or baseUrl in ' +
        'the config file',
    );
  if (plan && writeBaseline)
    throw new ConfigError(
      '--plan calls nothing, so there are no failures to write with --write-baseline; leave one of them out',
    );
  if (baseline && baseline === writeBaseline)
    throw new ConfigError('--baseline and --write-baseline name the same file; leave --baseline out to write it again');
}

interface Source {
  name: string;
  settings: Partial<VerifySettings>;
  /** Key pairs that are written in the config file. */
  written?: ConfigFile['credentials'];
}

function firstPair({ name, settings, written }: Source): CredentialSource {
  const { credential: file, publicKey, secretKey, profileCode } = settings;
  return { name, file, parts: written?.credential ?? { publicKey, secretKey, profileCode } };
}

function secondPair({ name, settings, written }: Source): CredentialSource {
  const { otherCredential: file, otherPublicKey, otherSecretKey, otherProfileCode } = settings;
  const parts = { publicKey: otherPublicKey, secretKey: otherSecretKey, profileCode: otherProfileCode };
  return { name, file, parts: written?.otherCredential ?? parts };
}
