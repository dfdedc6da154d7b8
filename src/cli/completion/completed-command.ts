import type { Setting } from '../../config/setting.ts';
import { offFlag } from '../../config/setting.ts';
import type { Command } from '../harness.ts';

/** A command as the scripts complete it; the program itself has an empty name. */
export interface CompletedCommand {
  name: string;
  summary: string;
  options: CompletedOption[];
  /** The proposals for each argument. */
  args: Proposals[];
}

export interface CompletedOption {
  /** `--json`, and `-h` before it if there is a short form. */
  flags: string[];
  description: string;
  /** Null for a switch. */
  value: Proposals | null;
}

/** The proposals for a value: some words, file names, or nothing. */
export type Proposals = readonly string[] | 'files' | 'nothing';

export type Completable = Pick<Command, 'name' | 'summary' | 'settings'>;

/** Names for a value, by the word in its place: the scenarios for `<scenario>`. */
export type Names = ReadonlyMap<string, readonly string[]>;

export const HELP: CompletedOption = { flags: ['-h', '--help'], description: 'display help for command', value: null };

/** Returns a command with the proposals for its flags and arguments. */
export function completedCommand({ name, summary, settings }: Completable, names: Names): CompletedCommand {
  const options = settings.flatMap((setting) => optionsOf(setting, names));
  const args = settings.flatMap(({ argument, choices }) =>
    argument === undefined ? [] : [proposalsFor(argument, choices, names)],
  );
  return { name, summary, options: [...options, HELP], args };
}

function optionsOf(setting: Setting, names: Names): CompletedOption[] {
  const { flag = '', description, choices } = setting;
  const flags = flag.match(/(?<![\w-])--?[\w-]+/g) ?? [];
  if (flags.length === 0) return [];
  const [value] = /[<[].*/.exec(flag) ?? [];
  const option = { flags: [...flags], description, value: value ? proposalsFor(value, choices, names) : null };
  const off = offFlag(setting);
  return off === undefined ? [option] : [option, { flags: [off], description: `not: ${description}`, value: null }];
}

/** Returns the proposals for `<rule>`, `<file>`, `<true|false>` and the like. */
function proposalsFor(value: string, choices: readonly string[] | undefined, names: Names): Proposals {
  const name = value.replace(/[<>[\]]/g, '');
  if (choices) return choices;
  if (name.includes('|')) return name.split('|');
  return FILES.has(name) ? 'files' : (names.get(name) ?? 'nothing');
}

const FILES = new Set(['file', 'folder', 'source', 'command...']);
