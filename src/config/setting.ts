import { resolve } from 'node:path';

/** What all settings have in common: those of `taxiway serve` and those of `taxiway verify`. */
export interface Setting<Values extends object> {
  key: keyof Values & string;
  /** As commander reads it; null for an argument without a flag. */
  flag: string | null;
  /** Null for a setting of the command line only. */
  env: string | null;
  /** `text` when left out. A `list` has commas between its entries, a `file` is relative to the working directory. */
  kind?: 'text' | 'number' | 'switch' | 'list' | 'file';
  description: string;
  /** Reads one text; throws an Error that says what was expected. */
  read: (text: string) => SettingValue;
  /** Its value is never shown. */
  secret?: true;
  /** A file that may be `-`, which is standard output. */
  orStdout?: true;
}

/** What names standard output in place of a file. */
export const STDOUT = '-';

export type SettingValue = string | number | boolean;

/** Flags as commander reads them: `--live-mode` is `liveMode`. */
export type Flags = Readonly<Record<string, SettingValue | readonly string[] | undefined>>;

/** A value as the settings have it: file names are absolute, but for standard output. */
export function inFolder<Values extends object>(
  { kind, orStdout }: Setting<Values>,
  value: SettingValue,
  folder: string,
): SettingValue {
  return kind !== 'file' || (orStdout && value === STDOUT) ? value : resolve(folder, String(value));
}

/** The flag itself: `--offers` of `--offers <number>`. Null for an argument without one. */
export function flagName({ flag }: { flag: string | null }): string | null {
  return flag === null ? null : flag.replace(/ .*/, '');
}
