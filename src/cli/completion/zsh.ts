import type { Candidates } from './candidates.ts';
import type { DescribedCommand, Value } from './describe-commands.ts';
import { flatten } from './describe-commands.ts';
import { placesByProposal, quote, splitPath } from './posix.ts';

/** A script for zsh, which shows descriptions as well. */
export function zshScript(program: DescribedCommand, candidatesOf: (value: Value) => Candidates): string {
  const commands = flatten(program);
  return `#compdef taxiway
# Completion of taxiway for zsh. In ~/.zshrc, after compinit: source <(taxiway completion zsh)
_taxiway() {
  local command="" word
  local -a proposals
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
${commands.slice(1).map(toStep).join('\n')}
    esac
  done
  case "$command $words[CURRENT-1]" in
${placesByProposal(commands, (value) => propose(candidatesOf(value)))
  .map(([proposed, places]) => `    (${places.join('|')}) ${proposed}; return ;;`)
  .join('\n')}
  esac
  case "$command" in
${commands.map((command) => commandCase(command, candidatesOf)).join('\n')}
  esac
}
compdef _taxiway taxiway
`;
}

function toStep(command: DescribedCommand): string {
  return `      (${quote(splitPath(command).join(' '))}) command=${quote(command.path)} ;;`;
}

function commandCase(
  { path, options, args, commands }: DescribedCommand,
  candidatesOf: (value: Value) => Candidates,
): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => describe(flag, option.description)));
  const below = commands.map((command) => describe(splitPath(command)[1], command.description));
  return [
    `    (${quote(path)})`,
    `      if [[ $words[CURRENT] == -* ]]; then`,
    `        proposals=(${flags.join(' ')})`,
    `        _describe -o option proposals`,
    '      else',
    ...(below.length > 0 ? [`        proposals=(${below.join(' ')})`, '        _describe command proposals'] : []),
    ...args.map((value) => `        ${propose(candidatesOf(value))}`),
    '        :',
    '      fi ;;',
  ].join('\n');
}

function propose(values: Candidates): string {
  if (values === 'files') return '_files';
  return values === 'nothing' ? ':' : `compadd -- ${values.map(quote).join(' ')}`;
}

function describe(word: string, description: string): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description}`);
}
