import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../../docs/site/markdown-links.ts';

/** A fenced block of a Markdown page. */
export interface Block {
  page: string;
  /** Text of the fence: `sh run`, `text output`, `yaml github`. */
  kind: string;
  text: string;
  /** The line of its fence, from 1. */
  line: number;
  /** The block behind it, where that is its output. */
  output?: Block;
}

/** The pages with blocks for readers to copy. */
export const pagesWithBlocks: readonly string[] = [
  ...['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...globSync(['docs/**/*.md', 'examples/**/*.md', 'decisions/*.md'], { exclude: ['**/node_modules/**'] }),
];

/** The blocks that nothing runs, as page, line and reason; the fence has the reason: `sh not run: needs Docker`. */
export function blocksNotRun(): string[] {
  return pagesWithBlocks
    .flatMap(blocksOf)
    .flatMap(({ page, line, kind }) => (NOT_RUN.test(kind) ? [`${page}:${line}: ${kind.split('not run: ')[1]}`] : []));
}

/** A fence with the reason why nothing runs its block. */
export const NOT_RUN = /^(sh|powershell|js|yaml|text) not run: \S.*$/;

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const whole = readFileSync(page, 'utf8');
  const blocks = [...whole.matchAll(/^```(.*)\n([^]*?)\n```$/gm)].map(
    ({ 1: kind = '', 2: text = '', index }): Block => ({
      page,
      kind,
      text,
      line: whole.slice(0, index).split('\n').length,
    }),
  );
  for (const [i, block] of blocks.entries()) if (OUTPUT.test(blocks[i + 1]?.kind ?? '')) block.output = blocks[i + 1];
  return blocks;
}

/**
 * The blocks of some kinds that a reader pastes one after the other: the `two shell
 * functions` where the page has a link to them, and then its own.
 */
export function walkOf(page: string, kinds: readonly string[]): Block[] {
  const first = /\[two shell functions\]\((\S+)#(\S+)\)/.exec(readFileSync(page, 'utf8'));
  const own = blocksOf(page).filter(({ kind }) => kinds.includes(kind));
  if (first === null) return own;
  const [, file = '', anchor = ''] = first;
  return [
    ...sectionOf(normalize(join(dirname(page), file)), anchor).filter(({ kind }) => kinds.includes(kind)),
    ...own,
  ];
}

const OUTPUT = /^(text|json) output$/;

function sectionOf(page: string, anchor: string): Block[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('## ') && anchorOf(line.slice(3)) === anchor);
  const next = lines.findIndex((line, i) => i > from && line.startsWith('## '));
  if (from < 0) throw new Error(`${page} has no section #${anchor}`);
  return blocksOf(page).filter(({ line }) => line > from && (next < 0 || line <= next));
}
