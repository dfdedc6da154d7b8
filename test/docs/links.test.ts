import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = globSync('**/*.md', { exclude: ['node_modules/**', 'dist/**'] }).sort();

describe('the Markdown pages', () => {
  it('are found', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        'README.md',
        'ARCHITECTURE.md',
        'CONTRIBUTING.md',
        'docs/README.md',
        'decisions/README.md',
      ]),
    );
  });

  it.each(pages)('%s has relative links that lead somewhere', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

/** Relative links, without those in code. */
function linksOf(page: string): string[] {
  const text = readFileSync(page, 'utf8')
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]).filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(target) || target.startsWith('..')) return false;
  return anchor === undefined || headingAnchors(target).includes(anchor);
}

/** The anchors that GitHub gives headings. */
function headingAnchors(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
