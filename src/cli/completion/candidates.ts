import type { DescribedCommand, Value } from './describe-commands.ts';

/** What may be proposed for a value: some words, the names of files, or nothing. */
export type Candidates = readonly string[] | 'files' | 'nothing';

/** What is known of a value by its name; `lists` has the words of `<rule>` under `rule`. */
export function candidates(
  { name, choices }: Value,
  { commands }: DescribedCommand,
  lists: ReadonlyMap<string, readonly string[]>,
): Candidates {
  if (choices.length > 0) return choices;
  if (name === 'command') return commands.map(({ path }) => path);
  if (FILES.has(name)) return 'files';
  return lists.get(name) ?? 'nothing';
}

const FILES = new Set(['file', 'folder', 'source', 'command...']);
