import { ConfigError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import type { Flags, Setting, SettingValue } from './setting.ts';
import { flagName, inFolder } from './setting.ts';

/**
 * Reads the settings that the command line has. `argument` names the one without a flag. Throws ConfigError for a value
 * that cannot be used.
 */
export function readFlags<Values extends object>(
  settings: readonly Setting<Values>[],
  flags: Flags,
  folder = '.',
  argument = 'the base URL',
): Partial<Values> {
  const read = settings.flatMap((setting) =>
    readOne(setting, flagName(setting) ?? argument, flags[flagKey(setting)], folder),
  );
  return valuesOf(read);
}

/** Reads the settings that the environment has. Throws ConfigError for a value that cannot be used. */
export function readEnvironment<Values extends object>(
  settings: readonly Setting<Values>[],
  env: NodeJS.ProcessEnv,
  folder = '.',
): Partial<Values> {
  const read = settings.flatMap((setting) =>
    setting.env === null ? [] : readOne(setting, setting.env, env[setting.env], folder),
  );
  return valuesOf(read);
}

/** Reads the text of one setting. Throws ConfigError, with the place that has it and the text unless it is secret. */
export function readText<Values extends object>(
  { read, secret }: Setting<Values>,
  place: string,
  text: string,
): SettingValue {
  try {
    return read(text);
  } catch (error) {
    throw new ConfigError(`${place} ${secret ? 'cannot be used' : `is "${withoutUser(text)}"`}: ${messageOf(error)}`);
  }
}

/** A URL can have a password, and messages stand in the logs of pipelines. */
function withoutUser(text: string): string {
  return text.replace(/\/\/.*@/s, '//…@');
}

/** The name under which commander keeps a setting: `departureDate` for `--departure-date <date>`. */
export function flagKey<Values extends object>(setting: Setting<Values>): string {
  const name = flagName(setting);
  return name === null ? setting.key : name.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function readOne<Values extends object>(
  setting: Setting<Values>,
  place: string,
  value: Flags[string],
  folder: string,
): [key: string, value: SettingValue | SettingValue[]][] {
  if (value === undefined) return [];
  if (setting.kind === 'list') {
    const texts = [value].flat().flatMap((text) => String(text).split(','));
    return [[setting.key, texts.map((text) => readText(setting, place, text.trim()))]];
  }
  return [[setting.key, inFolder(setting, readText(setting, place, String(value)), folder)]];
}

function valuesOf<Values extends object>(
  read: readonly [key: string, value: SettingValue | SettingValue[]][],
): Partial<Values> {
  return Object.fromEntries(read) as Partial<Values>;
}
