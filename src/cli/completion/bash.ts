import type { Candidates } from './candidates.ts';
import type { DescribedCommand, Value } from './describe-commands.ts';
import { flatten } from './describe-commands.ts';
import { placesByProposal, quote, splitPath } from './posix.ts';

/** A script for bash 3.2 and newer, as macOS has it. */
export function bashScript(program: DescribedCommand, candidatesOf: (value: Value) => Candidates): string {
  const commands = flatten(program);
  const name = '_taxiway';
  return `# Completion of taxiway for bash. In ~/.bashrc: source <(taxiway completion bash)
${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word files=""
  local i words=""
  [[ $current == "=" ]] && current=""
  [[ $previous == "=" ]] && previous="\${COMP_WORDS[COMP_CWORD-2]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$command $word" in
${commands.slice(1).map(toStep).join('\n')}
    esac
  done
  case "$command $previous" in
${placesByProposal(commands, (value) => proposal(candidatesOf(value)))
  .map(([proposed, places]) => `  ${places.join(' | ')}) ${proposed} ;;`)
  .join('\n')}
  *)
    case "$command" in
${commands.map((command) => commandCase(command, candidatesOf)).join('\n')}
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
complete -F ${name} taxiway
`;
}

function toStep(command: DescribedCommand): string {
  return `      "${splitPath(command).join(' ')}") command="${command.path}" ;;`;
}

function commandCase(
  { path, options, args, commands }: DescribedCommand,
  candidatesOf: (value: Value) => Candidates,
): string {
  const flags = options.flatMap((option) => option.flags);
  const behind = args.map(candidatesOf);
  const words = [
    ...commands.map((command) => splitPath(command)[1]),
    ...behind.filter((one) => typeof one !== 'string').flat(),
  ];
  const plain = behind.includes('files') ? 'files=1' : `words=${quote(words.join(' '))}`;
  return `    ${quote(path)}) if [[ $current == -* ]]; then words=${quote(flags.join(' '))}; else ${plain}; fi ;;`;
}

function proposal(values: Candidates): string {
  if (values === 'files') return 'files=1';
  return `words=${quote(values === 'nothing' ? '' : values.join(' '))}`;
}
