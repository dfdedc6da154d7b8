import { resolve } from 'node:path';
import { ConfigError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import { nonEmpty, oneOf, trueOrFalse } from './read-values.ts';
import { refuseSameFile } from './refuse-same-file.ts';
import type { Flags, Setting, SettingValue } from './setting.ts';
import { flagKey, nameOf, STDIO } from './setting.ts';

/** Setting sources, in addition to the defaults. */
export interface Sources<Values extends object = object> {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  /** The working directory. */
  folder: string;
  /** The contents of a config file. */
  file?: FileLayer<Values> | null;
}

/** The settings from one source. File names are absolute. */
export interface Layer<Values extends object> {
  /** The source's name in messages: `the command line`, or a config file's path. */
  name: string;
  settings: Partial<Values>;
}

/** A config file's settings. Its key pairs have the secret only as the name of a variable. */
export interface FileLayer<Values extends object> extends Layer<Values> {
  credentials: Readonly<Record<string, WrittenCredential>>;
}

export type WrittenCredential = Partial<Record<'publicKey' | 'secretKey' | 'profileCode', string>>;

/** The settings with a value. */
export interface Given<Values extends object> {
  settings: Partial<Values>;
  /** The settings by source; a later source wins. */
  layers: readonly (Layer<Values> | FileLayer<Values>)[];
  env: NodeJS.ProcessEnv;
}

/**
 * Reads a command's settings: a flag wins over the environment, the environment over the config file. An empty variable
 * counts as unset: GitHub Actions passes an undefined `vars.NAME` as one. Throws ConfigError for an invalid value, with
 * its setting, the value and the allowed form, and for an output file that the same run reads or writes elsewhere.
 */
export function readSettings<Values extends object>(
  settings: readonly Setting<keyof Values & string>[],
  { flags, env, folder, file = null }: Sources<Values>,
): Given<Values> {
  const fromFlags = valuesOf<Values>(settings, (setting) => [nameOf(setting), flags[flagKey(setting)]], folder);
  const fromEnv = valuesOf<Values>(settings, ({ env: name }) => [name ?? '', (name && env[name]) || undefined], folder);
  const given: Partial<Values> = { ...file?.settings, ...fromEnv, ...fromFlags };
  refuseSameFile(settings, file === null ? given : { ...given, config: file.name }, folder);
  return {
    settings: given,
    layers: [
      ...(file === null ? [] : [file]),
      { name: 'the environment', settings: fromEnv },
      { name: 'the command line', settings: fromFlags },
    ],
    env,
  };
}

/** Reads one setting's text. Throws ConfigError with its place, and the text unless it is secret. */
export function readText(setting: Setting, place: string, text: string): SettingValue {
  try {
    return readerOf(setting)(text);
  } catch (error) {
    const seen = setting.secret ? 'cannot be used' : `is "${withoutUser(text)}"`;
    throw new ConfigError(`${place} ${seen}: ${messageOf(error)}`);
  }
}

/** Returns the function for reading a setting's texts. It throws an Error with the expected form. */
export function readerOf({ read, kind, choices }: Setting): (text: string) => SettingValue {
  if (read) return read;
  if (choices) return oneOf(choices);
  return kind === 'switch' ? trueOrFalse : nonEmpty;
}

/** Returns a value in its final form: file names become absolute, other values stay. */
export function inFolder({ kind, orStdout, filesOf }: Setting, value: SettingValue, folder: string): SettingValue {
  if (kind !== 'file' || (orStdout && value === STDIO)) return value;
  return filesOf?.(String(value)).length === 0 ? value : resolve(folder, String(value));
}

function valuesOf<Values extends object>(
  settings: readonly Setting[],
  find: (setting: Setting) => [place: string, value: Flags[string]],
  folder: string,
): Partial<Values> {
  const read = settings.flatMap((setting) => {
    const [place, value] = find(setting);
    return value === undefined ? [] : [[setting.key, readValue(setting, place, value, folder)]];
  });
  return Object.fromEntries(read) as Partial<Values>;
}

function readValue(
  setting: Setting,
  place: string,
  value: NonNullable<Flags[string]>,
  folder: string,
): SettingValue | readonly SettingValue[] {
  if (setting.kind === 'words') return [value].flat();
  if (setting.kind === 'list') {
    const texts = [value].flat().flatMap((text) => String(text).split(','));
    return texts.map((text) => readText(setting, place, text.trim()));
  }
  // A flag with an optional value, without one.
  const text = value === true && setting.kind !== 'switch' ? '' : String(value);
  return inFolder(setting, readText(setting, place, text), folder);
}

/** A URL can have a password, also as a parameter, and messages end up in pipeline logs. */
function withoutUser(text: string): string {
  return text.replace(/\/\/.*@/s, '//…@').replace(/(pass\w*|secret|token)=[^&#]*/gi, '$1=…');
}
