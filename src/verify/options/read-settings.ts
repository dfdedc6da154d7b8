import { resolve } from 'node:path';
import type { VerifyOptions } from '../probe/options.ts';
import { readConfigFile } from './config-file.ts';
import type { ConfigFile } from './config-file.ts';
import { readCredential } from './read-credential.ts';
import { verifySettings } from './settings.ts';
import type { VerifySetting, VerifySettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Everything that `taxiway verify` was told. */
export interface VerifyCommand {
  options: VerifyOptions;
  /** As it was told; `selectRules` makes ids of it. */
  only: readonly string[];
  strict: boolean;
  plan: boolean;
  quiet: boolean;
  github: boolean;
  /** Absolute names of the files to write and to read. */
  json?: string;
  junit?: string;
  html?: string;
  baseline?: string;
  writeBaseline?: string;
}

/** Where settings come from, beside the defaults. */
export interface SettingSources {
  /** Flags as commander has read them, and the base URL under `baseUrl`. */
  flags: Readonly<Record<string, unknown>>;
  env: NodeJS.ProcessEnv;
  /** The working directory. */
  folder: string;
}

/**
 * Settles every setting: a flag wins over the environment, that over the config file, that over the default.
 * Throws UsageError, which names the setting, the value seen and what was expected.
 */
export function readSettings({ flags, env, folder }: SettingSources): VerifyCommand {
  const told = readTexts(
    (setting) => flags[keyOfFlag(setting)],
    (setting) => setting.flag?.split(' ')[0] ?? 'the base URL',
    folder,
  );
  const around = readTexts(
    ({ env: name }) => (name === null ? undefined : env[name]),
    ({ env: name }) => name!,
    folder,
  );
  const file = readConfigFile(told.config ?? around.config ?? null, folder, env);
  const given: Partial<VerifySettings> = { ...file?.settings, ...around, ...told };
  refuseContradictions(given);
  return toCommand(
    given,
    {
      credential: readCredential(sourcesOf('credential', told, around, file), 'the credential', env),
      otherCredential: readCredential(sourcesOf('otherCredential', told, around, file), 'the other credential', env),
    },
    env,
  );
}

/** The name under which commander keeps a flag. */
export function keyOfFlag({ key, flag }: VerifySetting): string {
  return flag === null
    ? key
    : flag
        .split(' ')[0]!
        .slice(2)
        .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function readTexts(
  find: (setting: VerifySetting) => unknown,
  nameOf: (setting: VerifySetting) => string,
  folder: string,
): Partial<VerifySettings> {
  const found = verifySettings.flatMap((setting) => {
    const value = find(setting);
    return value === undefined ? [] : [[setting.key, readGiven(setting, nameOf(setting), value, folder)]];
  });
  return Object.fromEntries(found) as Partial<VerifySettings>;
}

function readGiven(setting: VerifySetting, name: string, value: unknown, folder: string): unknown {
  if (setting.kind === 'list')
    return [value]
      .flat()
      .flatMap((text) => String(text).split(','))
      .map((text) => readText(setting, name, text.trim()));
  const read = readText(setting, name, String(value));
  return setting.kind === 'file' ? resolve(folder, read as string) : read;
}

function readText({ read, secret }: VerifySetting, name: string, text: string): string | number | boolean {
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${name} ${secret ? 'cannot be used' : `is "${text}"`}: ${(error as Error).message}`);
  }
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
    throw new UsageError('--book goes with --allow-live only: on a sandbox every check books anyway');
  if (baseUrl === undefined && !plan)
    throw new UsageError(
      'there is no base URL; run `taxiway verify http://127.0.0.1:4010`, or set TAXIWAY_BASE_URL or baseUrl in the config file',
    );
  if (plan && writeBaseline)
    throw new UsageError(
      '--plan calls nothing, so there are no failures to write with --write-baseline; leave one of them out',
    );
  if (baseline && baseline === writeBaseline)
    throw new UsageError('--baseline and --write-baseline name the same file; leave --baseline out to write it anew');
}

function sourcesOf(
  whose: 'credential' | 'otherCredential',
  told: Partial<VerifySettings>,
  around: Partial<VerifySettings>,
  file: ConfigFile | null,
) {
  const partsOf = ({
    publicKey,
    secretKey,
    profileCode,
    otherPublicKey,
    otherSecretKey,
    otherProfileCode,
  }: Partial<VerifySettings>) =>
    whose === 'credential'
      ? { publicKey, secretKey, profileCode }
      : { publicKey: otherPublicKey, secretKey: otherSecretKey, profileCode: otherProfileCode };
  return [
    { name: file?.path ?? '', file: file?.settings[whose], parts: file?.credentials[whose] ?? {} },
    { name: 'the environment', file: around[whose], parts: partsOf(around) },
    { name: 'the command line', file: told[whose], parts: partsOf(told) },
  ];
}

function toCommand(
  given: Partial<VerifySettings>,
  credentials: Pick<VerifyOptions, 'credential' | 'otherCredential'>,
  env: NodeJS.ProcessEnv,
): VerifyCommand {
  const {
    flightsUrl,
    transfersUrl,
    serviceIdHeader,
    routes,
    departureDate,
    pickup,
    dropoff,
    allowLive,
    book,
    rate,
    concurrency,
    timeout,
  } = given;
  const { json, junit, html, baseline, writeBaseline } = given;
  return {
    options: {
      baseUrl: given.baseUrl ?? '',
      flightsUrl,
      transfersUrl,
      serviceIdHeader,
      ...credentials,
      routes,
      departureDate,
      pickup,
      dropoff,
      allowLive,
      book,
      rate,
      concurrency,
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    },
    only: given.only ?? [],
    strict: given.strict ?? false,
    plan: given.plan ?? false,
    quiet: given.quiet ?? false,
    github: given.github ?? env['GITHUB_ACTIONS'] === 'true',
    json,
    junit,
    html,
    baseline,
    writeBaseline,
  };
}
