import { namesOf } from './bash.ts';
import type { CompletedCommand, CompletedOption, Proposals } from './completed-command.ts';

/** Returns a script for fish, with descriptions. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of taxiway for fish. taxiway completion fish > ~/.config/fish/completions/taxiway.fish
complete -c taxiway -e
complete -c taxiway -f
${commands.flatMap((command) => linesOf(command, commands)).join('\n')}
`;
}

function linesOf({ name, options, args }: CompletedCommand, all: readonly CompletedCommand[]): string[] {
  const isProgram = name === '';
  const seen = `__fish_seen_subcommand_from ${isProgram ? namesOf(all).join(' ') : name}`;
  const line = (rest: string) => `complete -c taxiway -n ${quote(isProgram ? `not ${seen}` : seen)} ${rest}`;
  const others = isProgram ? all.filter((one) => one.name !== '') : [];
  return [
    ...others.map((one) => line(`-a ${quote(one.name)} -d ${quote(one.summary)}`)),
    ...options.map((option) => line(`${flagsOf(option)} -d ${quote(option.description)}${valueOf(option.value)}`)),
    ...args.flatMap((proposals) => {
      if (proposals === 'nothing') return [];
      return line(proposals === 'files' ? '-F' : `-a ${quote(proposals.join(' '))}`);
    }),
  ];
}

function valueOf(proposals: Proposals | null): string {
  if (proposals === null) return '';
  if (proposals === 'files') return ' -r -F';
  return proposals === 'nothing' ? ' -x' : ` -x -a ${quote(proposals.join(' '))}`;
}

function flagsOf({ flags }: CompletedOption): string {
  return flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
