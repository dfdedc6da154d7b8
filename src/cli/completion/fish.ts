import type { Candidates } from './candidates.ts';
import type { DescribedCommand, DescribedOption, Value } from './describe-commands.ts';
import { flatten } from './describe-commands.ts';

/** A script for fish, which shows descriptions as well. */
export function fishScript(program: DescribedCommand, candidatesOf: (value: Value) => Candidates): string {
  const lines = flatten(program).flatMap((command) => linesOf(command, candidatesOf));
  return `# Completion of taxiway for fish. taxiway completion fish > ~/.config/fish/completions/taxiway.fish
complete -c taxiway -e
complete -c taxiway -f
${lines.join('\n')}
`;
}

function linesOf(command: DescribedCommand, candidatesOf: (value: Value) => Candidates): string[] {
  const where = quote(conditionOf(command));
  return [
    ...command.commands.map(
      ({ path, description }) =>
        `complete -c taxiway -n ${where} -a ${quote(path.replace(/.* /, ''))} -d ${quote(description)}`,
    ),
    ...command.options.map(
      (option) =>
        `complete -c taxiway -n ${where} ${flagsOf(option)} -d ${quote(option.description)}${valueOf(option)}`,
    ),
    ...command.args.flatMap((value) => {
      const values = candidatesOf(value);
      if (values === 'nothing') return [];
      return `complete -c taxiway -n ${where} ${values === 'files' ? '-F' : `-a ${quote(values.join(' '))}`}`;
    }),
  ];

  function valueOf({ value }: DescribedOption): string {
    if (value === null) return '';
    const values = candidatesOf(value);
    if (values === 'files') return ' -r -F';
    return values === 'nothing' ? ' -x' : ` -x -a ${quote(values.join(' '))}`;
  }
}

/** The words of the command are there, and none of a command below it. */
function conditionOf({ path, commands }: DescribedCommand): string {
  const below = commands.map((command) => command.path.replace(/.* /, '')).join(' ');
  if (path === '') return `not __fish_seen_subcommand_from ${below}`;
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  return [...seen, ...(below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`])].join('; and ');
}

function flagsOf({ flags }: DescribedOption): string {
  return flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
