import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UserConfig } from 'vitepress';
import { copyLinkedFiles } from './copy-linked-files.ts';
import { languageModelFiles } from './language-model-files.ts';
import { anchorOf } from './markdown-links.ts';
import { sidebar } from './sidebar.ts';
import { siteLinks } from './site-links.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * The Markdown pages of this repository as a site: `npm run docs:build`. Its addresses are the paths of the files, so
 * that a link works in both. It loads nothing from other hosts, and its search works without a server.
 */
const site: UserConfig = {
  title: 'taxiway',
  description: 'A sandbox and contract test harness of a flight and transfer booking service',
  srcDir: '..',
  srcExclude: ['**/node_modules/**', 'dist/**', 'dist-package/**', 'coverage/**'],
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  outDir: './.vitepress/dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: false,
  lastUpdated: false,
  // Otherwise every config.ts of the repository counts as one of the site.
  additionalConfig: {},
  // docs/site/check.ts checks all links of the finished site, with anchors and files.
  ignoreDeadLinks: true,
  markdown: { anchor: { slugify: anchorOf }, config: siteLinks },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'Guides', link: '/docs/' },
      { text: 'API', link: '/docs/api' },
      { text: version, link: '/CHANGELOG' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    socialLinks: [],
  },
  buildEnd: ({ outDir, pages }) => {
    copyLinkedFiles(pages, outDir);
    for (const [path, text] of languageModelFiles(new URL('..', import.meta.url))) {
      mkdirSync(dirname(join(outDir, path)), { recursive: true });
      writeFileSync(join(outDir, path), text);
    }
  },
};

export default site;
