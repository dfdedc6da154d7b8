import { readFileSync } from 'node:fs';

/** A word that nobody writes, and what is written in its place. */
export interface Rejected {
  word: string;
  instead: string;
  pattern: RegExp;
}

/** The rejected words of docs/glossary.md, from its last table. */
export function readRejected(): Rejected[] {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Rejected words');
  const rows = table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm);
  return [...rows]
    .slice(2)
    .flatMap(([, words = '', instead = '']) =>
      words.split(', ').map((word) => ({ word, instead, pattern: patternOf(word) })),
    );
}

/** One sentence for each line and word. Names are split into their words: `tooLate`, `TOO_LATE`, `too-late`. */
export function findRejected(path: string, text: string, rejected: readonly Rejected[]): string[] {
  return [path, ...text.split('\n')].flatMap((line, number) => {
    const words = splitNames(line);
    return rejected
      .filter(({ word, pattern }) => pattern.test(isName(word) ? line : words))
      .map(
        ({ word, instead }) =>
          `${path}:${Math.max(number, 1)}: "${word}" is a rejected word of docs/glossary.md; write: ${instead}`,
      );
  });
}

function patternOf(word: string): RegExp {
  return new RegExp(`\\b${word.replaceAll('`', '')}\\b`);
}

function isName(word: string): boolean {
  return word.startsWith('`');
}

function splitNames(line: string): string {
  return line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
}
