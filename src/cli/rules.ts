import type { Command } from 'commander';
import { loadPlantedDefects } from '../rules/load-defects.ts';
import { loadRules } from '../rules/load-rules.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import { bySection, coverRules, findHoles } from '../verify/coverage.ts';
import type { RuleCoverage } from '../verify/coverage.ts';
import { loadContracts } from '../verify/load-contracts.ts';

/** `taxiway rules`: what the interface document demands, and what stands behind each demand. */
export function addRules(program: Command): void {
  program.command('rules')
    .description('list the rules of the interface document, section by section')
    .option('--coverage', 'with the contracts, scenarios and planted defects of each')
    .option('--json', 'as JSON')
    .action(async ({ coverage, json }: { coverage?: boolean; json?: boolean }) => {
      const scenarios = [...(await loadScenarios()).values()];
      const covered = coverRules({ rules: loadRules(), areas: await loadContracts(), scenarios, defects: loadPlantedDefects() });
      console.log(json ? toJson(covered, coverage ?? false) : bySection(covered).map(({ title, covered: rules }) =>
        [title, ...rules.map((rule) => (coverage ? renderCovered(rule) : render(rule)))].join('\n\n')).join('\n\n\n'));
      if (coverage && !json) console.log(`\n\n${summarise(covered)}`);
    });
}

function render({ rule }: RuleCoverage): string {
  return `  ${rule.id}  (§ ${rule.sections.join(', ')}; binds ${rule.bound === 'both' ? 'the service and the client' : `the ${rule.bound}`})\n    ${rule.sentence}`;
}

function renderCovered(covered: RuleCoverage): string {
  const { contracts, scenarios, defects, unchecked } = covered;
  return [
    render(covered),
    ...(unchecked === null ? contracts.map((title) => `    contract  ${title}`) : [`    no contract: ${unchecked}`]),
    ...(scenarios.length > 0 ? [`    scenario  ${scenarios.join(', ')}`] : []),
    ...(defects.length > 0 ? [`    defect    ${defects.join(', ')}`] : []),
  ].join('\n');
}

function summarise(covered: readonly RuleCoverage[]): string {
  const checkable = covered.filter(({ unchecked }) => unchecked === null);
  const holes = findHoles(covered);
  return [
    `${covered.length} rules; ${checkable.length} bind the service and can be observed, ${checkable.length - holes.length} of them have a contract and a defect that proves it.`,
    ...holes.map(({ rule, contracts }) => `${rule.id} has no ${contracts.length === 0 ? 'contract' : 'defect'}.`),
  ].join('\n');
}

function toJson(covered: readonly RuleCoverage[], coverage: boolean): string {
  return JSON.stringify(covered.map(({ rule, ...behind }) => (coverage ? { ...rule, ...behind } : rule)), null, 2);
}
