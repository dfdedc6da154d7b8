import { readFileSync } from 'node:fs';

/** A page in the menu of docs/README.md. */
interface Listed {
  title: string;
  /** Relative to docs/. */
  path: string;
  summary: string;
}

/**
 * The files that coding agents read, in the form of llmstxt.org: `llms.txt` lists the pages of docs/README.md with
 * their sentences, `llms-full.txt` has all these pages one after the other. `docs` is the folder of the pages.
 */
export function languageModelFiles(docs: URL): { 'llms.txt': string; 'llms-full.txt': string } {
  const menu = readFileSync(new URL('README.md', docs), 'utf8');
  const sections = menu
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.slice(0, section.indexOf('\n')), pages: pagesOf(section) }))
    .filter(({ pages }) => pages.length > 0);
  const list = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(lineOf).join('\n')}\n`);
  const paths = new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => path)));
  const whole = [...paths].map(
    (path) => `<!-- docs/${path} -->\n\n${readFileSync(new URL(path, docs), 'utf8').trim()}\n`,
  );
  return { 'llms.txt': [HEAD, ...list].join('\n'), 'llms-full.txt': [HEAD, ...whole].join('\n') };
}

function pagesOf(section: string): Listed[] {
  return [...section.matchAll(/^- \[([^\]]+)\]\(([^)#]+\.md)\)(?:: (.*))?$/gm)].map(
    ([, title = '', path = '', summary = '']) => ({ title, path, summary }),
  );
}

function lineOf({ title, path, summary }: Listed): string {
  return `- [${title}](docs/${path.replace(/\.md$/, '.html')})${summary && `: ${summary}`}`;
}

const HEAD = `# taxiway

> A sandbox and contract test harness of a flight and transfer booking service. A running sandbox serves its interface
> at /_sandbox/openapi.json, its control API at /_sandbox/control-api.json, its rules at /_sandbox/rules, its
> scenarios at /_sandbox/scenarios, and its error codes at /_sandbox/error-codes. \`taxiway mcp\` serves all of it
> by the Model Context Protocol.
`;
