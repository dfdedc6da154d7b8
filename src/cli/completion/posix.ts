import type { DescribedCommand, Value } from './describe-commands.ts';

/** What the scripts for bash and zsh have in common. */

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The words before the last one of a command, and the last one. */
export function splitPath({ path }: DescribedCommand): [above: string, word: string] {
  const words = path.split(' ');
  return [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
}

/** The places behind flags that take a value, together where the same is proposed. */
export function placesByProposal(
  commands: readonly DescribedCommand[],
  propose: (value: Value) => string,
): [proposed: string, places: string[]][] {
  const places = new Map<string, string[]>();
  for (const { path, options } of commands)
    for (const { flags, value } of options) {
      if (value === null) continue;
      const proposed = propose(value);
      places.set(proposed, [...(places.get(proposed) ?? []), ...flags.map((flag) => quote(`${path} ${flag}`))]);
    }
  return [...places];
}
