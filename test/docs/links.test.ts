import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf, linksOf } from '../../docs/site/markdown-links.ts';

const pages = globSync('**/*.md', { exclude: ['**/node_modules/**', 'dist/**'] }).sort();

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

  it.each(pages)('%s has relative links to existing targets', (page) => {
    expect(linksOf(readFileSync(page, 'utf8')).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(target) || target.startsWith('..')) return false;
  return anchor === undefined || headingAnchors(target).includes(anchor);
}

function headingAnchors(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]));
}
