import { readFileSync } from 'node:fs';

interface Group {
  text: string;
  items: { text: string; link: string }[];
}

/** The groups of docs/README.md: its headings, and the pages that are linked at the beginning of a list entry. */
export const sidebar: Group[] = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)/gm)].map(([, text = '', path = '']) => ({
      text,
      link: new URL(path, 'http://site/docs/').pathname.replace(/\/README$/, '/'),
    })),
  }));
