import { writeFileSync } from 'node:fs';
import { defaults, settings } from '../src/config.ts';
import { catalogue } from '../src/errors/catalogue.ts';
import { renderErrors } from '../src/errors/render-markdown.ts';
import { renderSettings } from '../src/render-settings.ts';
import { loadAssumptions } from '../src/rules/load-assumptions.ts';
import { loadRules } from '../src/rules/load-rules.ts';
import { renderAssumptions, renderRules } from '../src/rules/render-markdown.ts';
import { loadScenarios } from '../src/scenarios/registry.ts';
import { renderScenarios } from '../src/scenarios/render-markdown.ts';

const scenarios = await loadScenarios();

/** The generated pages of docs/. `node docs/generate.ts` writes them; a test compares each with its file. */
export const pages: readonly { path: string; render(): string }[] = [
  { path: 'docs/rules.md', render: () => renderRules(loadRules()) },
  { path: 'docs/assumptions.md', render: () => renderAssumptions(loadAssumptions()) },
  { path: 'docs/scenarios.md', render: () => renderScenarios([...scenarios.values()]) },
  { path: 'docs/errors.md', render: () => renderErrors(catalogue) },
  { path: 'docs/settings.md', render: () => renderSettings(settings, defaults) },
];

if (import.meta.main) {
  for (const page of pages) writeFileSync(new URL(`../${page.path}`, import.meta.url), page.render());
}
