import { writeFileSync } from 'node:fs';
import { loadAssumptions } from '../src/rules/load-assumptions.ts';
import { loadRules } from '../src/rules/load-rules.ts';
import { renderAssumptions, renderRules } from '../src/rules/render-markdown.ts';

/** The generated pages of docs/. `node docs/generate.ts` writes them; a test compares each with its file. */
export const pages: readonly { path: string; render(): string }[] = [
  { path: 'docs/rules.md', render: () => renderRules(loadRules()) },
  { path: 'docs/assumptions.md', render: () => renderAssumptions(loadAssumptions()) },
];

if (import.meta.main) {
  for (const page of pages) writeFileSync(new URL(`../${page.path}`, import.meta.url), page.render());
}
