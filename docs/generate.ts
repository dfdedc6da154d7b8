import { readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { defaults, settings } from '../src/config/config.ts';
import { renderConfigSchema } from '../src/config/config-schema.ts';
import { renderSettings } from '../src/config/render-settings.ts';
import { renderVerifyPage } from '../src/config/render-verify-settings.ts';
import { catalogue } from '../src/errors/catalogue.ts';
import { renderErrors } from '../src/errors/render-markdown.ts';
import { loadAssumptions } from '../src/rules/load-assumptions.ts';
import { loadPlantedDefects } from '../src/rules/load-defects.ts';
import { loadRules } from '../src/rules/load-rules.ts';
import { renderAssumptions, renderRules } from '../src/rules/render-markdown.ts';
import { loadScenarios } from '../src/scenarios/registry.ts';
import { renderScenarios } from '../src/scenarios/render-markdown.ts';
import { limits } from '../src/server/limits.ts';
import { coverRules, renderCoverage } from '../src/verify/coverage.ts';
import { loadContracts } from '../src/verify/load-contracts.ts';
import { loadDefects } from '../test/defects/load-defects.ts';

const scenarios = [...(await loadScenarios()).values()];
const [areas, defects] = await Promise.all([loadContracts(), loadDefects()]);

/**
 * The files that are made from catalogues, in this order. `node docs/generate.ts` writes them; a test compares each
 * with its file.
 */
export const pages: readonly { path: string; render(): string }[] = [
  { path: 'docs/rules.md', render: () => renderRules(loadRules()) },
  { path: 'docs/assumptions.md', render: () => renderAssumptions(loadAssumptions()) },
  { path: 'docs/scenarios.md', render: () => renderScenarios(scenarios) },
  { path: 'docs/errors.md', render: () => renderErrors(catalogue) },
  { path: 'docs/settings.md', render: () => renderSettings(settings, defaults, limits) },
  {
    path: 'docs/verify.md',
    render: () => renderVerifyPage(readFileSync(new URL('verify.md', import.meta.url), 'utf8')),
  },
  { path: 'src/config/taxiway.config.schema.json', render: renderConfigSchema },
  { path: 'contracts/defects.yaml', render: renderDefects },
  {
    path: 'docs/coverage.md',
    render: () => renderCoverage(coverRules({ rules: loadRules(), areas, scenarios, defects: loadPlantedDefects() })),
  },
];

function renderDefects(): string {
  const list = defects.map(({ name, rule, breaks }) => ({ name, rule, breaks }));
  return (
    '# The defects of test/defects/planted, for `taxiway rules --coverage`. Made by docs/generate.ts; run ' +
    `\`npm run docs\`.\n${stringify(list, { lineWidth: 0 })}`
  );
}

if (import.meta.main) {
  for (const page of pages) writeFileSync(new URL(`../${page.path}`, import.meta.url), page.render());
}
