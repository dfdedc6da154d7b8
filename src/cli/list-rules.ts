import { loadPlantedDefects } from '../rules/load-defects.ts';
import { loadRules } from '../rules/load-rules.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import type { RuleCoverage } from '../verify/coverage.ts';
import { bySection, coverRules, emptyCells, findHoles } from '../verify/coverage.ts';
import { loadContracts } from '../verify/load-contracts.ts';

/** What `taxiway rules` prints: every rule by section, and with `coverage` its contracts, scenarios and defects. */
export async function listRules({
  coverage = false,
  json = false,
}: {
  coverage?: boolean;
  json?: boolean;
}): Promise<string> {
  const scenarios = [...(await loadScenarios()).values()];
  const covered = coverRules({
    rules: loadRules(),
    areas: await loadContracts(),
    scenarios,
    defects: loadPlantedDefects(),
  });
  if (json) return toJson(covered, coverage);
  const sections = bySection(covered).map(({ title, covered: rules }) =>
    [title, ...rules.map(coverage ? renderCovered : render)].join('\n\n'),
  );
  return [...sections, ...(coverage ? [summarise(covered)] : [])].join('\n\n\n');
}

function render({ rule }: RuleCoverage): string {
  return (
    `  ${rule.id}  (§ ${rule.sections.join(', ')}; binds ` +
    `${rule.bound === 'both' ? 'the service and the client' : `the ${rule.bound}`})\n    ${rule.sentence}`
  );
}

function renderCovered(covered: RuleCoverage): string {
  const { contracts, operations, scenarios, defects, unchecked } = covered;
  const observed = operations.filter((one) => one.contracts > 0).map((one) => `${one.operation} (${one.contracts})`);
  return [
    render(covered),
    ...(unchecked === null ? contracts.map((title) => `    contract  ${title}`) : [`    no contract: ${unchecked}`]),
    ...(unchecked === null && observed.length > 0 ? [`    observed  ${observed.join(', ')}`] : []),
    ...(emptyCells(covered).length > 0
      ? [`    empty     ${emptyCells(covered).join(', ')}: no contract calls it`]
      : []),
    ...(scenarios.length > 0 ? [`    scenario  ${scenarios.join(', ')}`] : []),
    ...(defects.length > 0 ? [`    defect    ${defects.join(', ')}`] : []),
  ].join('\n');
}

function summarise(covered: readonly RuleCoverage[]): string {
  const checkable = covered.filter(({ unchecked }) => unchecked === null);
  const holes = findHoles(covered);
  const empty = covered.filter((one) => emptyCells(one).length > 0);
  return [
    `${covered.length} rules; ${checkable.length} bind the service and can be observed, ` +
      `${checkable.length - holes.length} of them have a contract and a defect that proves it.`,
    `${empty.length} of them speak of an operation on which no contract observes them: ` +
      `${empty.map((one) => `${one.rule.id} on ${emptyCells(one).join(' and ')}`).join('; ') || 'none'}.`,
    ...holes.map(({ rule, contracts }) => `${rule.id} has no ${contracts.length === 0 ? 'contract' : 'defect'}.`),
  ].join('\n');
}

function toJson(covered: readonly RuleCoverage[], coverage: boolean): string {
  return JSON.stringify(
    covered.map(({ rule, ...behind }) => (coverage ? { ...rule, ...behind } : rule)),
    null,
    2,
  );
}
