import { namesOf, placesByProposals, quote } from './bash.ts';
import type { CompletedCommand, Proposals } from './completed-command.ts';

/** Returns a script for zsh, with descriptions. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef taxiway
# Completion of taxiway for zsh. In ~/.zshrc, after compinit: source <(taxiway completion zsh)
_taxiway() {
  local command=""
  local -a proposals
  if ((CURRENT > 2)); then
    case "$words[2]" in
      (${namesOf(commands).map(quote).join('|')}) command="$words[2]" ;;
    esac
  fi
  case "$command $words[CURRENT-1]" in
${placesByProposals(commands, propose)
  .map(([proposed, places]) => `    (${places.join('|')}) ${proposed}; return ;;`)
  .join('\n')}
  esac
  case "$command" in
${commands.map((command) => commandCase(command, commands)).join('\n')}
  esac
}
compdef _taxiway taxiway
`;
}

function commandCase({ name, options, args }: CompletedCommand, all: readonly CompletedCommand[]): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => describe(flag, option.description)));
  const others = name === '' ? all.filter((one) => one.name !== '') : [];
  const words = others.map((one) => describe(one.name, one.summary)).join(' ');
  return [
    `    (${quote(name)})`,
    `      if [[ $words[CURRENT] == -* ]]; then`,
    `        proposals=(${flags.join(' ')})`,
    `        _describe -o option proposals`,
    '      else',
    ...(words === '' ? [] : [`        proposals=(${words})`, '        _describe command proposals']),
    ...args.map((proposals) => `        ${propose(proposals)}`),
    '        :',
    '      fi ;;',
  ].join('\n');
}

function propose(proposals: Proposals): string {
  if (proposals === 'files') return '_files';
  return proposals === 'nothing' ? ':' : `compadd -- ${proposals.map(quote).join(' ')}`;
}

function describe(word: string, description: string): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description}`);
}
