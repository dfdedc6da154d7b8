import { Argument, Command as Program, Option } from 'commander';
import { didYouMean } from '../base/nearest.ts';
import { clientVariables } from '../check/exam/client-variables.ts';
import { fit } from '../check/report/terminal.ts';
import type { Flags, Setting } from '../config/setting.ts';
import { flagKey, offFlag, shownFlag } from '../config/setting.ts';
import { complaint } from './explain.ts';
import type { App, Command, ExitCodes } from './harness.ts';
import { commandGroups, runCommand } from './harness.ts';

/** Runs the command named by command-line words, and sets the exit code of the process. */
export async function runCommandLine(app: App, words: readonly string[]): Promise<void> {
  const program = toProgram(app, words);
  refuseUnknownCommand(program, words);
  program.hook('preAction', (_, command) => {
    for (const line of nameUnknownVariables(app.commands, process.env))
      console.error(`taxiway ${command.name()}: ${line}`);
  });
  await program.parseAsync(words, { from: 'user' });
}

/** Returns a line for each environment variable that looks like a setting but is not one, and is probably misspelt. */
function nameUnknownVariables(commands: readonly Command[], env: NodeJS.ProcessEnv): string[] {
  const known = commands.flatMap(({ settings }) => settings.flatMap((setting) => setting.env ?? []));
  return Object.keys(env)
    .filter((name) => name.startsWith('TAXIWAY_') && !known.includes(name) && !OTHERS.has(name))
    .map((name) => `the variable ${name} is not a setting${didYouMean(name, known)}; it has no effect`);
}

/** Used by exam clients, curl lines in reports, and the fixtures in examples/. */
const OTHERS: ReadonlySet<string> = new Set([
  ...clientVariables.map(({ name }) => name),
  'TAXIWAY_SECRET',
  'TAXIWAY_PROGRAM',
]);

function toProgram(app: App, words: readonly string[]): Program {
  const program = speakAs(new Program('taxiway'), '')
    .version(app.version, '-v, --version')
    .commandsGroup('More:')
    .description('Sandbox and contract test harness for a flight and transfer booking service.')
    .addHelpText('after', '\nFlags, variables, exit codes and two examples of a command: taxiway <command> --help')
    // A wrong command line has the same exit code as a wrong setting.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  for (const command of neededFor(words, app.commands)) addCommand(program, command, app);
  return program;
}

/** Prints errors from commander in the form of the called command. */
function speakAs(program: Program, command: string): Program {
  return program.configureOutput({
    outputError: (text, write) => {
      const message = text.replace(/^error: /, '').trim();
      write(`${complaint(message.replace(/\n\(Did you mean (.*)\?\)$/, ' (did you mean $1?)'), command)}\n`);
    },
  });
}

/** Returns the command named by the first word. Defining the options of all commands takes as long as starting Node. */
function neededFor([word]: readonly string[], commands: readonly Command[]): readonly Command[] {
  const named = commands.filter(({ name, isDefault = false }) => (word === undefined ? isDefault : name === word));
  return named.length > 0 ? named : commands;
}

function addCommand(program: Program, command: Command, app: App): void {
  const { name, group, summary, settings, isDefault = false } = command;
  const added = speakAs(program.command(name, { isDefault }), name)
    .helpGroup(`${commandGroups[group]}:`)
    .description(summary)
    .allowExcessArguments()
    .configureHelp({ optionTerm: ({ flags }) => termOf(settings, flags) });
  const args = settings.filter(({ argument }) => argument !== undefined);
  for (const setting of settings) {
    if (setting.argument !== undefined) added.addArgument(new Argument(setting.argument, describe(setting)));
    for (const option of optionsOf(setting)) added.addOption(option);
  }
  added.addHelpText('after', textBelow(command));
  added.action(async (...parsed: unknown[]) => {
    refuseExcess(added, args.some(({ kind }) => kind === 'words') ? [] : added.args.slice(args.length), settings);
    const flags: Record<string, Flags[string]> = { ...added.opts<Flags>() };
    for (const [i, { key }] of args.entries()) flags[key] = parsed[i] as Flags[string];
    process.exitCode = await runCommand(command, flags, app);
  });
}

/** Ends with an error for surplus command arguments. The user may have given a value to a switch. */
function refuseExcess(program: Program, [excess]: readonly string[], settings: readonly Setting[]): void {
  if (excess === undefined) return;
  const given = settings.find(
    (setting) => setting.kind === 'switch' && program.getOptionValueSource(flagKey(setting)) === 'cli',
  );
  const off = given && /^(true|false|on|off|yes|no)$/i.test(excess) ? offFlag(given) : undefined;
  const advice = off === undefined ? '' : `; ${off.replace('--no-', '--')} and ${off} take no value`;
  program.error(`"${excess}" is one argument too many${advice}`);
}

/** Returns a switch in both forms. */
function termOf(settings: readonly Setting[], flags: string): string {
  const setting = settings.find(({ flag }) => flag === flags);
  return setting ? shownFlag(setting) : flags;
}

function textBelow({ settings, examples, exitCodes, notes }: Command): string {
  const variables = settings.filter(({ argument, flag }) => (argument ?? flag) === undefined);
  return [
    ...(variables.length > 0 ? [`Variables:\n${variables.map(toLine).join('\n')}`] : []),
    `Examples:\n${examples.map(({ line, does }) => `  # ${does}\n  ${line}`).join('\n')}`,
    renderExitCodes(exitCodes),
    ...(notes === undefined ? [] : [notes]),
  ]
    .map((text) => `\n${fit(text, process.stdout.columns || NARROW)}`)
    .join('\n');
}

function renderExitCodes(codes: ExitCodes): string {
  return `Exit codes:\n${Object.entries(codes)
    .map(([code, meaning]) => `  ${code}  ${meaning}`)
    .join('\n')}`;
}

/** Returns the `--help` line for an environment-only setting. */
function toLine({ env = '', description }: Setting): string {
  return `  ${env}  ${description}`;
}

function optionsOf(setting: Setting): Option[] {
  const { flag, group, kind, conflicts = [] } = setting;
  if (flag === undefined) return [];
  const option = new Option(flag, describe(setting)).conflicts([...conflicts]);
  if (kind === 'list' || kind === 'words')
    option.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  const off = offFlag(setting);
  const options = off === undefined ? [option] : [option, new Option(off).hideHelp()];
  return group === undefined ? options : options.map((one) => one.helpGroup(`${group}:`));
}

/** Returns a setting's description with its choices, its default and its variable. */
function describe({
  kind,
  description,
  choices,
  flag,
  env,
  byDefault = kind === 'switch' ? 'off' : '',
}: Setting): string {
  const notes = [
    choices && !flag?.includes('|') && `one of: ${choices.join(', ')}`,
    byDefault !== '' && `default: ${byDefault}`,
    env && `env: ${env}`,
  ].filter(Boolean);
  return notes.length === 0 ? description : `${description} [${notes.join('; ')}]`;
}

/**
 * Ends with a clear error if the first word is not a command: otherwise the default command would take it for an
 * argument.
 */
function refuseUnknownCommand(program: Program, [word, of]: readonly string[]): void {
  if (word === undefined || word.startsWith('-')) return;
  const names = ['help', ...program.commands.map((command) => command.name())];
  const asked = word === 'help' && of !== undefined && !of.startsWith('-') ? of : word;
  if (!names.includes(asked)) program.error(`there is no command "${asked}"${didYouMean(asked, names)}`);
}

/** Help width without a terminal, as for the options above it. */
const NARROW = 80;
