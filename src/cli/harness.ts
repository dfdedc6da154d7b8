import { Argument, Command as Program, Option } from 'commander';
import { ConfigError, ExplainedError } from '../base/config-error.ts';
import { messageOf } from '../base/message-of.ts';
import { didYouMean } from '../base/nearest.ts';
import { clientVariables } from '../check/exam/client-variables.ts';
import { plain } from '../check/report/text.ts';
import type { FileLayer, Given, Sources } from '../config/read-settings.ts';
import { readSettings } from '../config/read-settings.ts';
import type { Flags, Setting } from '../config/setting.ts';
import { SpecError } from '../interface/openapi/spec-error.ts';

/**
 * A command as a record. `--help`, the completion scripts and docs/command-line.md are made from it, and the harness
 * runs it.
 */
export interface Command {
  name: string;
  /** Its line in the list of commands. */
  summary: string;
  settings: readonly Setting[];
  /** Text below its options in `--help`: exit codes and the like. */
  notes?: string;
  /** Page of docs/ about it. */
  page?: string;
  /** True if that page has its settings. */
  hasOwnPage?: true;
  /** Runs if the command line names no command. */
  isDefault?: true;
  readConfigFile?(this: void, sources: Sources): Promise<FileLayer<object> | null>;
  /** Loads its work, does it, and returns the exit code: 0 unless it has another one. */
  run(this: void, given: Given<object>, app: App): Promise<number | void>;
}

/** The program that a command is a part of. */
export interface App {
  version: string;
  commands: readonly Command[];
}

/** Returns a command whose `run` knows the types of its settings. */
export function defineCommand<Values extends object>(
  command: Omit<Command, 'settings' | 'run' | 'readConfigFile'> & {
    settings: readonly Setting<keyof Values & string>[];
    readConfigFile?(this: void, sources: Sources): Promise<FileLayer<Values> | null>;
    run(this: void, given: Given<Values>, app: App): Promise<number | void>;
  },
): Command {
  return command;
}

/** Runs the command that the words of a command line name, and sets the exit code of the process. */
export async function runCommandLine(app: App, words: readonly string[]): Promise<void> {
  const program = toProgram(app, words);
  refuseUnknownCommand(program, words);
  program.hook('preAction', () => {
    for (const line of nameUnknownVariables(app.commands, process.env)) console.error(line);
  });
  await program.parseAsync(words, { from: 'user' });
}

/**
 * Runs a command with its flags and arguments, and returns its exit code. An error is printed to standard error, and
 * the code is 2: for verify and judge, 1 means that rules are broken.
 */
export async function runCommand(command: Command, flags: Flags, app: App): Promise<number> {
  try {
    const sources = { flags, env: process.env, folder: process.cwd() };
    const file = (await command.readConfigFile?.(sources)) ?? null;
    const given = readSettings<object>(command.settings as readonly Setting<never>[], { ...sources, file });
    return (await command.run(given, app)) ?? 0;
  } catch (error) {
    console.error(explain(error, command.name));
    return 2;
  }
}

/** A line for each variable of the environment that looks like a setting and is none: most likely a misspelt one. */
function nameUnknownVariables(commands: readonly Command[], env: NodeJS.ProcessEnv): string[] {
  const known = commands.flatMap(({ settings }) => settings.flatMap((setting) => setting.env ?? []));
  return Object.keys(env)
    .filter((name) => name.startsWith('TAXIWAY_') && !known.includes(name) && !OTHERS.has(name))
    .map((name) => `taxiway: the variable ${name} is not a setting${didYouMean(name, known)}; it has no effect`);
}

/** For the clients that the exam runs, and the curl lines of reports. */
const OTHERS: ReadonlySet<string> = new Set([...clientVariables.map(({ name }) => name), 'TAXIWAY_SECRET']);

function toProgram(app: App, words: readonly string[]): Program {
  const program = new Program('taxiway')
    .version(app.version)
    .description('Sandbox and contract test harness for a flight and transfer booking service.')
    .showHelpAfterError('(run `taxiway --help` for the commands and their options)')
    // A wrong command line has the exit code of a wrong setting.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  for (const command of neededFor(words, app.commands)) addCommand(program, command, app);
  return program;
}

/** Returns the command that runs, where it is plain. To define the options of all takes as long as to start Node. */
function neededFor([word]: readonly string[], commands: readonly Command[]): readonly Command[] {
  const named = commands.filter(({ name, isDefault = false }) => (word === undefined ? isDefault : name === word));
  return named.length > 0 ? named : commands;
}

function addCommand(program: Program, command: Command, app: App): void {
  const { name, summary, settings, notes, isDefault = false } = command;
  const added = program.command(name, { isDefault }).description(summary);
  for (const setting of settings) {
    if (setting.argument !== undefined) added.addArgument(new Argument(setting.argument, describe(setting)));
    for (const option of optionsOf(setting)) added.addOption(option);
  }
  const variables = settings.filter(({ argument, flag }) => (argument ?? flag) === undefined);
  if (variables.length > 0) added.addHelpText('after', `\nVariables:\n${variables.map(toLine).join('\n')}`);
  if (notes !== undefined) added.addHelpText('after', `\n${notes}`);
  added.action(async (...parsed: unknown[]) => {
    const flags: Record<string, Flags[string]> = { ...added.opts<Flags>() };
    for (const [i, { key }] of settings.filter(({ argument }) => argument !== undefined).entries())
      flags[key] = parsed[i] as Flags[string];
    process.exitCode = await runCommand(command, flags, app);
  });
}

/** A setting of the environment alone, in `--help`. */
function toLine({ env = '', description }: Setting): string {
  return `  ${env}  ${description}`;
}

function optionsOf(setting: Setting): Option[] {
  const { flag, offFlag, group, kind, conflicts = [] } = setting;
  if (flag === undefined) return [];
  const option = new Option(flag, describe(setting)).conflicts([...conflicts]);
  if (kind === 'list') option.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  const options = offFlag === undefined ? [option] : [option, new Option(offFlag, 'switches that off')];
  return group === undefined ? options : options.map((one) => one.helpGroup(group));
}

/** Returns the description of a setting with its values, its variable and its default. */
function describe({ description, choices, flag, env, byDefault }: Setting): string {
  const notes = [
    choices && !flag?.includes('|') && `one of ${choices.join(', ')}`,
    env,
    byDefault && `default: ${byDefault}`,
  ].filter(Boolean);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/**
 * Ends with a clear error if the first word is not a command: the default command would take it for an argument of its
 * own.
 */
function refuseUnknownCommand(program: Program, [word, of]: readonly string[]): void {
  if (word === undefined || word.startsWith('-')) return;
  const names = ['help', ...program.commands.map((command) => command.name())];
  const asked = word === 'help' && of !== undefined && !of.startsWith('-') ? of : word;
  if (!names.includes(asked)) program.error(`error: there is no command "${asked}"${didYouMean(asked, names)}`);
}

/** The lines of these errors speak of the user's own settings and files; other texts may come from a target. */
function explain(error: unknown, name: string): string {
  const message = messageOf(error);
  if (error instanceof ConfigError || error instanceof SpecError)
    return `taxiway: ${message.split('\n').map(indented).join('\n')}`;
  if (error instanceof ExplainedError) return `taxiway: ${plain(message)}`;
  const [from] = /\bat .*/.exec((error instanceof Error ? error.stack : undefined) ?? '') ?? [''];
  return (
    `taxiway: ${name} itself failed: ${plain(message)} (${plain(from)})\n` +
    'Please report it with these lines and what `taxiway --version` says.'
  );
}

function indented(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return indent + plain(line);
}
