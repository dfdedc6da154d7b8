import type { Argument, Command, Option } from 'commander';

/** A command as completion sees it. */
export interface DescribedCommand {
  /** `verify`, or `profiles create` for a command of a command; empty for the program. */
  path: string;
  description: string;
  options: DescribedOption[];
  /** What stands behind it. */
  args: Value[];
  /** The commands below it. */
  commands: DescribedCommand[];
}

export interface DescribedOption {
  /** `--json`, and `-h` in front where it has a short form. */
  flags: string[];
  description: string;
  /** Null for a switch. */
  value: Value | null;
}

/** What a value is, by the name of its place: `rule` of `--only <rule>`; and the values that it may have, if few. */
export interface Value {
  name: string;
  choices: readonly string[];
}

/** The commands of the program with their options, as `--help` shows them. */
export function describeCommands(program: Command, parent?: string): DescribedCommand {
  const path = parent === undefined ? '' : `${parent} ${program.name()}`.trim();
  const help = program.createHelp();
  return {
    path,
    description: help.subcommandDescription(program),
    options: help.visibleOptions(program).map(describeOption),
    args: program.registeredArguments.map(describeArgument),
    commands: help.visibleCommands(program).map((command) => describeCommands(command, path)),
  };
}

/** A command and all below it. */
export function flatten(command: DescribedCommand): DescribedCommand[] {
  return [command, ...command.commands.flatMap(flatten)];
}

function describeOption({ short, long, flags, description, argChoices = [] }: Option): DescribedOption {
  const [, name] = /[<[]([^\]>]+)[\]>]/.exec(flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag != null),
    description,
    value: name === undefined ? null : toValue(name, argChoices),
  };
}

function describeArgument(argument: Argument): Value {
  return toValue(argument.variadic ? `${argument.name()}...` : argument.name(), argument.argChoices ?? []);
}

/** `<true|false>` names its choices. */
function toValue(name: string, choices: readonly string[]): Value {
  return { name, choices: choices.length === 0 && name.includes('|') ? name.split('|') : choices };
}
