import { integer, positive, serviceUrl } from './read-values.ts';

/** One setting, for a command, the sandbox or both. A command's record lists its settings. */
export interface Setting<Key extends string = string> {
  key: Key;
  /** The flag with its value: `--port <number>`. A switch also has the form `--no-…`. */
  flag?: string;
  /** An argument instead of a flag: `<source>`, `[base-url]` if it is optional, `[command...]` for the rest. */
  argument?: string;
  env?: string;
  /**
   * `text` by default. A `list` is split at commas, `words` are not, and a `file` is relative to the working directory.
   */
  kind?: 'text' | 'number' | 'switch' | 'list' | 'words' | 'file';
  description: string;
  /** The default, in a few words. */
  byDefault?: string;
  /** Heading for its part in `--help` and in the docs. */
  group?: string;
  /** The values that it can have, if they are few. */
  choices?: readonly string[];
  /**
   * Reads one text; throws an Error with the expected form. By default true or false for a switch, one of `choices`,
   * and otherwise anything but an empty text.
   */
  read?: (text: string) => SettingValue;
  /** Returns the displayable part of its value. */
  shown?: (text: string) => string;
  /** True if its value must never be shown. */
  secret?: true;
  /** True if the config file may have it. */
  inFile?: true;
  /** True if the config file may have a mapping with the parts of a key pair instead. */
  isKeyPair?: true;
  /** Addition to the type in the config file's JSON schema. */
  schema?: Readonly<Record<string, unknown>>;
  /** Keys of conflicting settings. */
  conflicts?: readonly string[];
  /** True if the command reads this file. */
  reads?: true;
  /** Set if the command writes this file, or files in subfolders of this folder. */
  writes?: 'file' | 'folder';
  /** True if the value may be `-`, for standard output. */
  orStdout?: true;
  /** Returns the files named by a value; empty if it names none, as a URL does. By default the value is the file. */
  filesOf?: (text: string) => readonly string[];
}

/** Setting values by key, as the reader returns them. */
export type Values<Own extends Setting> = { [One in Own as One['key']]: ValueOf<One> };

type ValueOf<One extends Setting> = One extends { kind: 'list' | 'words' } ? OneOf<One>[] : OneOf<One>;

type OneOf<One extends Setting> = One extends { read: (text: string) => infer Value }
  ? Value
  : One extends { choices: readonly (infer Choice)[] }
    ? Choice
    : One extends { kind: 'switch' }
      ? boolean
      : string;

/** Stands for standard output or input instead of a file. */
export const STDIO = '-';

export type SettingValue = string | number | boolean;

/** Flags and arguments as commander reads them: `--live-mode` is `liveMode`. */
export type Flags = Readonly<Record<string, SettingValue | readonly string[] | undefined>>;

/** Returns the flag in the form for help and docs: `--[no-]strict` for a switch. */
export function shownFlag({ flag = '', kind }: Setting): string {
  return kind === 'switch' ? flag.replace(/--(?=[\w-]+$)/, '--[no-]') : flag;
}

/** Returns the flag's name to switch a setting off: `--no-strict`; undefined if it is not a switch. */
export function offFlag(setting: Setting): string | undefined {
  return setting.kind === 'switch' ? flagName(setting)?.replace('--', '--no-') : undefined;
}

/** Returns the flag itself: `--offers` for `--offers <number>`. */
function flagName({ flag = '' }: Setting): string | undefined {
  return /--[\w-]+/.exec(flag)?.[0];
}

/** Returns commander's name for a setting: `departureDate` for `--departure-date <date>`. */
export function flagKey(setting: Setting): string {
  const name = flagName(setting)?.replace('--', '');
  return name === undefined ? setting.key : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a setting's name for messages: its flag, `the base URL` for `[base-url]`, or its variable. */
export function nameOf(setting: Setting): string {
  const { argument, env = setting.key } = setting;
  const words = argument?.replace(/[^\w-]/g, '').replaceAll('-', ' ');
  return flagName(setting) ?? (words === undefined ? env : `the ${words.replace(/\burl\b/, 'URL')}`);
}

/** Returns kind, reader and schema for a whole-number setting. */
export function wholeNumber(min: number, max: number) {
  return { kind: 'number', read: integer(min, max), schema: { multipleOf: 1, minimum: min, maximum: max } } as const;
}

/** Returns kind, reader and schema for a setting with numbers above 0. */
export function positiveNumber(max: number) {
  return { kind: 'number', read: positive(max), schema: { exclusiveMinimum: 0, maximum: max } } as const;
}

/** Reader and schema for a service's address. */
export const url = { read: serviceUrl, schema: { pattern: '^https?://' } } as const;

/** Puts settings under a heading in `--help` and in the docs. */
export function inGroup<const Own extends readonly Setting[]>(group: string, settings: Own) {
  return settings.map((setting: Own[number]) => ({ ...setting, group }));
}
