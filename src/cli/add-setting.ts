import type { Command } from 'commander';
import { Option } from 'commander';
import type { Setting } from '../config/setting.ts';

/** A setting as `--help` shows it. */
export interface ShownSetting<Values extends object> extends Setting<Values> {
  group: string;
  offFlag?: string;
  byDefault?: string;
}

/** Adds the option of a setting to a command. */
export function addSetting<Values extends object>(command: Command, setting: ShownSetting<Values>, flag: string): void {
  const { offFlag, group, kind } = setting;
  const option = new Option(flag, describe(setting)).helpGroup(group);
  if (kind === 'list') option.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  command.addOption(option);
  if (offFlag) command.addOption(new Option(offFlag, 'switches that off').helpGroup(group));
}

/** What a setting is, with its variable and its default. */
export function describe<Values extends object>({ description, env, byDefault }: ShownSetting<Values>): string {
  const notes = [env, byDefault && `default: ${byDefault}`].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
