import type { CompletedCommand, Proposals } from './completed-command.ts';

/** Returns a script for bash 3.2 (the macOS version) and newer. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of taxiway for bash. In ~/.bashrc: source <(taxiway completion bash)
_taxiway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word files=""
  local words=""
  [[ $current == "=" ]] && current=""
  [[ $previous == "=" ]] && previous="\${COMP_WORDS[COMP_CWORD-2]}"
  if ((COMP_CWORD > 1)); then
    case "\${COMP_WORDS[1]}" in
    ${namesOf(commands).join(' | ')}) command="\${COMP_WORDS[1]}" ;;
    esac
  fi
  case "$command $previous" in
${placesByProposals(commands, toAssignment)
  .map(([assignment, places]) => `  ${places.join(' | ')}) ${assignment} ;;`)
  .join('\n')}
  *)
    case "$command" in
${commands.map((command) => commandCase(command, commands)).join('\n')}
    esac
    ;;
  esac
  COMPREPLY=()
  if [[ -n $files && $current != -* ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  fi
}
complete -F _taxiway taxiway
`;
}

/** Returns the command names; the program has none. */
export function namesOf(commands: readonly CompletedCommand[]): string[] {
  return commands.map(({ name }) => name).filter((name) => name !== '');
}

/** Returns the places after flags with a value, grouped by equal proposals. */
export function placesByProposals(
  commands: readonly CompletedCommand[],
  render: (proposals: Proposals) => string,
): [rendered: string, places: string[]][] {
  const places = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null ? [] : flags.map((flag) => ({ rendered: render(value), place: quote(`${name} ${flag}`) })),
    ),
  );
  return [...Map.groupBy(places, ({ rendered }) => rendered)].map(([rendered, group]) => [
    rendered,
    group.map(({ place }) => place),
  ]);
}

/** Quotes a text for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function commandCase({ name, options, args }: CompletedCommand, all: readonly CompletedCommand[]): string {
  const flags = options.flatMap((option) => option.flags).join(' ');
  const words = [...(name === '' ? namesOf(all) : []), ...args.filter((one) => typeof one !== 'string').flat()];
  const plain = args.includes('files') ? 'files=1' : `words=${quote(words.join(' '))}`;
  return `    ${quote(name)}) if [[ $current == -* ]]; then words=${quote(flags)}; else ${plain}; fi ;;`;
}

function toAssignment(proposals: Proposals): string {
  if (proposals === 'files') return 'files=1';
  return `words=${quote(proposals === 'nothing' ? '' : proposals.join(' '))}`;
}
