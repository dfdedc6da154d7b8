import { readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { atExam, situations } from '../src/check/exam/situations.ts';
import { coverConduct } from '../src/check/judge/coverage.ts';
import { loadConduct } from '../src/check/judge/load-conduct.ts';
import { coverRules } from '../src/check/verify/coverage.ts';
import { loadContracts } from '../src/check/verify/load-contracts.ts';
import { commands } from '../src/cli/commands.ts';
import { defaults, settings } from '../src/config/config.ts';
import { examSettings } from '../src/config/exam-settings.ts';
import { judgeSettings } from '../src/config/judge-settings.ts';
import { recordSettings } from '../src/config/record-settings.ts';
import type { Setting } from '../src/config/setting.ts';
import { verifySettings } from '../src/config/verify-settings.ts';
import { catalogue } from '../src/interface/errors/catalogue.ts';
import { loadSpec } from '../src/interface/openapi/load-spec.ts';
import { loadListedBadClients, loadPlantedDefects } from '../src/interface/rules/load-proofs.ts';
import { loadScenarios } from '../src/scenarios/registry.ts';
import { loadBadClients } from '../test/clients/bad/load-bad-clients.ts';
import { loadDefects } from '../test/defects/load-defects.ts';
import type { ApiDocument } from './api/document.ts';
import { renderApi } from './api/render-api.ts';
import { readAssumptions } from './catalogues/read-assumptions.ts';
import { readRules } from './catalogues/read-rules.ts';
import { fill } from './markdown.ts';
import { renderCommandLine } from './pages/command-line.ts';
import { renderConfigSchema } from './pages/config-schema.ts';
import { renderCoverage } from './pages/coverage.ts';
import { renderErrors } from './pages/errors.ts';
import { renderJudgeRules } from './pages/judge-rules.ts';
import { limits } from './pages/limits.ts';
import { renderAssumptions, renderRules } from './pages/rules.ts';
import { renderScenarios } from './pages/scenarios.ts';
import { renderSettings, renderSettingTables } from './pages/settings.ts';
import { renderSituations } from './pages/situations.ts';
import { reportSchema } from './report-schemas.ts';

const rules = readRules();
const assumptions = readAssumptions();
const spec = (await loadSpec()) as unknown as ApiDocument;
const scenarios = [...(await loadScenarios()).values()];
const [areas, conduct, defects, badClients] = await Promise.all([
  loadContracts(),
  loadConduct(),
  loadDefects(),
  loadBadClients(),
]);

/**
 * The files that are made from catalogues, in this order. `node docs/generate.ts` writes them; a test compares each
 * with its file.
 */
export const pages: readonly { path: string; render(): string }[] = [
  { path: 'contracts/rules.json', render: () => renderJson(rules) },
  { path: 'contracts/assumptions.json', render: () => renderJson(assumptions) },
  { path: 'docs/registers/rules.md', render: () => renderRules(rules) },
  { path: 'docs/registers/assumptions.md', render: () => renderAssumptions(assumptions) },
  { path: 'docs/scenarios.md', render: () => renderScenarios(scenarios) },
  { path: 'docs/errors.md', render: () => renderErrors(catalogue) },
  { path: 'docs/settings.md', render: () => renderSettings(settings, defaults, limits) },
  { path: 'docs/command-line.md', render: () => renderCommandLine(readPage('command-line.md'), commands) },
  { path: 'docs/verify.md', render: () => withSettings('verify.md', verifySettings) },
  { path: 'docs/judging.md', render: () => withSettings('judging.md', judgeSettings) },
  { path: 'docs/recorder.md', render: () => withSettings('recorder.md', recordSettings) },
  { path: 'docs/exam.md', render: () => withSettings('exam.md', examSettings) },
  { path: 'docs/registers/situations.md', render: () => renderSituations(situations) },
  { path: 'src/config/taxiway.config.schema.json', render: () => renderConfigSchema(commands) },
  {
    path: 'src/check/verify/report.schema.json',
    render: () => reportSchema('PublishedVerifyReport', 'taxiway verify report, version 3'),
  },
  {
    path: 'src/check/judge/judge-report.schema.json',
    render: () => reportSchema('PublishedJudgeReport', 'taxiway judge report, version 1'),
  },
  {
    path: 'src/check/exam/exam-report.schema.json',
    render: () => reportSchema('ExamReport', 'taxiway exam report, version 1'),
  },
  {
    path: 'src/check/exam/certificate/certificate.schema.json',
    render: () => reportSchema('CertificateFile', 'taxiway exam certificate, version 1'),
  },
  {
    path: 'src/check/exam/interactive/progress.schema.json',
    // A progress file has the exchanges too, which the reports leave out.
    render: () => reportSchema('TerminalProgress', 'taxiway exam progress, version 1', { isOpen: true }),
  },
  { path: 'contracts/defects.yaml', render: renderDefects },
  { path: 'contracts/bad-clients.yaml', render: renderBadClients },
  {
    path: 'docs/registers/coverage.md',
    render: () =>
      renderCoverage(
        coverRules({ rules, areas, scenarios, defects: loadPlantedDefects() }),
        coverConduct(conductSources()),
      ),
  },
  {
    path: 'docs/api.md',
    render: () => renderApi(spec),
  },
  { path: 'docs/judge-rules.md', render: () => renderJudgeRules(conductSources()) },
];

/** One entry a line. */
function renderJson(list: readonly object[]): string {
  return `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`;
}

function readPage(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function withSettings(page: string, settings: readonly Setting[]): string {
  return fill(readPage(page), 'settings', renderSettingTables(settings));
}

function conductSources() {
  return { rules, areas: conduct, badClients: loadListedBadClients(), atExam };
}

function renderBadClients(): string {
  const list = badClients.map(({ name, rule, breaks, scenario = null, notInHar = null, notAtExam = null }) => ({
    ...{ name, rule, breaks, scenario, notInHar, notAtExam },
  }));
  return (
    '# The clients of test/clients/bad, for `taxiway rules --coverage`. Made by docs/generate.ts; run ' +
    `\`npm run docs\`.\n${stringify(list, { lineWidth: 0 })}`
  );
}

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
