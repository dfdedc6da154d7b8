import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A page in the menu of docs/README.md. */
interface Listed {
  title: string;
  /** Relative to docs/. */
  path: string;
  summary: string;
}

/**
 * The files that coding agents read, in the form of llmstxt.org, by their paths on the site. `llms.txt` lists the pages
 * of docs/README.md with their sentences, and links to their Markdown, which is among the files. `llms-full.txt` has
 * these pages one after the other, without the long registers. `docs` is the folder of the pages.
 */
export function languageModelFiles(docs: URL): ReadonlyMap<string, string> {
  const menu = readFileSync(new URL('README.md', docs), 'utf8');
  const sections = menu
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.slice(0, section.indexOf('\n')), pages: pagesOf(section) }))
    .filter(({ pages }) => pages.length > 0);
  const list = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(lineOf).join('\n')}\n`);
  const paths = [...new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => path)))];
  const read = (path: string) => readFileSync(new URL(path, docs), 'utf8');
  const whole = paths
    .filter((path) => !path.startsWith('registers/'))
    .map((path) => `<!-- ${placeOf(path)} -->\n\n${read(path).trim()}\n`);
  return new Map([
    ['llms.txt', [HEAD, ...list].join('\n')],
    ['llms-full.txt', [HEAD, ...whole].join('\n')],
    ...paths.map((path) => [placeOf(path), read(path)] as const),
  ]);
}

function pagesOf(section: string): Listed[] {
  return [...section.matchAll(/^- \[([^\]]+)\]\(([^)#]+\.md)\)(?:: (.*))?$/gm)].map(
    ([, title = '', path = '', summary = '']) => ({ title, path, summary }),
  );
}

function lineOf({ title, path, summary }: Listed): string {
  return `- [${title}](${placeOf(path)})${summary && `: ${summary}`}`;
}

/** Returns the path of a page from the root of the repository, and of the site. */
function placeOf(path: string): string {
  return posix.join('docs', path);
}

const HEAD = `# taxiway

> A sandbox and contract test harness of a flight and transfer booking service. A running sandbox serves its interface
> at /_sandbox/openapi.json, its control API at /_sandbox/control-api.json, its rules at /_sandbox/rules, its
> scenarios at /_sandbox/scenarios, and its error codes at /_sandbox/error-codes. \`taxiway mcp\` serves all of it
> by the Model Context Protocol.
`;
