import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { blocksNotRun } from '../../test/docs/run/page-blocks.ts';

/** The folder that `vitepress build docs` writes. */
const SITE = new URL('../.vitepress/dist/', import.meta.url).pathname;
const pages = globSync('**/*.html', { cwd: SITE }).sort();
const texts = new Map(pages.map((page) => [page, readFileSync(join(SITE, page), 'utf8')]));

const faults = pages.flatMap((page) => [
  ...linksOf(page).flatMap((link) => (leadsSomewhere(page, link) ? [] : [`${page}: ${link} leads nowhere`])),
  ...loadedFromElsewhere(page).map((address) => `${page}: loads ${address} from another host`),
]);
for (const fault of faults) console.error(fault);
const notRun = blocksNotRun();
console.log(`${notRun.length} blocks that no test runs:\n${notRun.map((block) => `  ${block}\n`).join('')}`);
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** What the page links to on this site. */
function linksOf(page: string): string[] {
  return [...(texts.get(page) ?? '').matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^(https?|mailto):/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const { pathname, hash } = new URL(link, `http://site/${page}`);
  const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const file = [path, `${path}.html`]
    .map((name) => posix.relative('/', name))
    .find((name) => existsSync(join(SITE, name)));
  if (file === undefined) return false;
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || !texts.has(file) || (texts.get(file) ?? '').includes(`id="${anchor}"`);
}

/** Scripts, styles, fonts and images of other hosts, which a page would load by itself. */
function loadedFromElsewhere(page: string): string[] {
  return [
    ...(texts.get(page) ?? '').matchAll(/<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)="(https?:[^"]+)"/g),
  ].map(([, address = '']) => address);
}
