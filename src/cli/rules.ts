import { ConfigError } from '../base/config-error.ts';
import { didYouMean } from '../base/nearest.ts';
import { atExam } from '../check/exam/situations.ts';
import type { ConductCoverage } from '../check/judge/coverage.ts';
import { coverConduct, describeAtExam, findConductHoles, findExamHoles } from '../check/judge/coverage.ts';
import { loadConduct } from '../check/judge/load-conduct.ts';
import { fit } from '../check/report/terminal.ts';
import type { RuleCoverage } from '../check/verify/coverage.ts';
import { bySection, coverRules, emptyCells, findHoles } from '../check/verify/coverage.ts';
import { loadContracts } from '../check/verify/load-contracts.ts';
import { loadListedBadClients, loadPlantedDefects } from '../interface/rules/load-proofs.ts';
import type { Rule } from '../interface/rules/load-rules.ts';
import { loadRules } from '../interface/rules/load-rules.ts';
import { loadScenarios } from '../scenarios/registry.ts';

/** The rules, each with its contracts for the service and its checks for the client. */
interface CollectedRules {
  covered: readonly RuleCoverage[];
  judged: readonly ConductCoverage[];
}

export interface RulesSettings {
  rule: string;
  coverage: boolean;
  json: boolean;
}

/** Prints every rule, or only rules with this id prefix. Throws ConfigError if there is none. */
export async function runRules({ rule, coverage = false, json = false }: Partial<RulesSettings>): Promise<void> {
  const rules = await collectRules();
  const text = rule === undefined ? listRules(rules, coverage, json) : explainRules(rules, rule, json);
  console.log(json ? text : fit(text, process.stdout.columns));
}

async function collectRules(): Promise<CollectedRules> {
  const scenarios = [...(await loadScenarios()).values()];
  const rules = loadRules();
  return {
    covered: coverRules({ rules, areas: await loadContracts(), scenarios, defects: loadPlantedDefects() }),
    judged: coverConduct({ rules, areas: await loadConduct(), badClients: loadListedBadClients(), atExam }),
  };
}

/** Returns the rules with this id prefix, with all details. Throws ConfigError if there is none. */
function explainRules({ covered, judged }: CollectedRules, id: string, json: boolean): string {
  const exact = covered.filter(({ rule }) => rule.id === id);
  const wanted = exact.length > 0 ? exact : covered.filter(({ rule }) => rule.id.startsWith(id));
  if (wanted.length === 0) {
    const ids = covered.map(({ rule }) => rule.id);
    throw new ConfigError(`there is no rule "${id}"${didYouMean(id, ids)}; \`taxiway rules\` lists all`);
  }
  const conductOf = byRule(judged);
  if (json) return toJson(wanted, conductOf, true);
  return wanted
    .map((one) =>
      [renderCovered(one, conductOf.get(one.rule)), ...renderWrongAndRight(conductOf.get(one.rule))].join('\n'),
    )
    .join('\n\n');
}

/**
 * Returns the output for `taxiway rules`: every rule by section, and with `coverage` its contracts, scenarios and
 * defects, and its client checks.
 */
function listRules({ covered, judged }: CollectedRules, coverage: boolean, json: boolean): string {
  const conductOf = byRule(judged);
  if (json) return toJson(covered, conductOf, coverage);
  const sections = bySection(covered).map(({ title, covered: own }) =>
    [title, ...own.map((one) => (coverage ? renderCovered(one, conductOf.get(one.rule)) : render(one)))].join('\n\n'),
  );
  return [...sections, ...(coverage ? [`${summarise(covered)}\n${summariseConduct(judged)}`] : [])].join('\n\n\n');
}

function byRule(judged: readonly ConductCoverage[]): Map<Rule, ConductCoverage> {
  return new Map(judged.map((one) => [one.rule, one]));
}

function render({ rule }: RuleCoverage): string {
  return (
    `  ${rule.id}  (§ ${rule.sections.join(', ')}; binds ` +
    `${rule.bound === 'both' ? 'the service and the client' : `the ${rule.bound}`})\n    ${rule.sentence}`
  );
}

function renderCovered(covered: RuleCoverage, judged: ConductCoverage | undefined): string {
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
    ...(judged ? renderJudged(judged) : []),
  ].join('\n');
}

function renderJudged({ conduct, badClients, scenarios, unobservable, exam }: ConductCoverage): string[] {
  const situations = describeAtExam(exam, String);
  const examined = situations === '' ? [] : [`    exam      ${situations}`];
  if (unobservable !== null) return [`    no conduct check: cannot be observed: ${unobservable}`, ...examined];
  return [
    ...conduct.map((title) => `    conduct   ${title}`),
    `    brought about by ${scenarios.join(', ') || 'ordinary calls'}`,
    ...(badClients.length > 0 ? [`    bad client ${badClients.join(', ')}`] : []),
    ...examined,
  ];
}

/** Uses the words of the conduct checks. */
function renderWrongAndRight(judged: ConductCoverage | undefined): string[] {
  const { wrong = [], right = [] } = judged ?? {};
  return [
    ...wrong.map((sentence) => `    common fault: ${sentence}`),
    ...right.map((sentence) => `    remedy: ${sentence}`),
  ];
}

function summarise(covered: readonly RuleCoverage[]): string {
  const checkable = covered.filter(({ unchecked }) => unchecked === null);
  const holes = findHoles(covered);
  const empty = covered.filter((one) => emptyCells(one).length > 0);
  return [
    `${covered.length} rules; ${checkable.length} bind the service and can be observed, ` +
      `${checkable.length - holes.length} of them have a contract and a defect as its proof.`,
    `${empty.length} of them have an operation without an observing contract: ` +
      `${empty.map((one) => `${one.rule.id} on ${emptyCells(one).join(' and ')}`).join('; ') || 'none'}.`,
    ...holes.map(({ rule, contracts }) => `${rule.id} has no ${contracts.length === 0 ? 'contract' : 'defect'}.`),
  ].join('\n');
}

function summariseConduct(judged: readonly ConductCoverage[]): string {
  const observable = judged.filter(({ unobservable }) => unobservable === null);
  const holes = findConductHoles(judged);
  const examined = judged.filter(({ exam }) => exam.situations.length > 0);
  const byTruth = judged.filter(({ exam }) => exam.truth !== null);
  return [
    `${judged.length} rules bind the client; ${observable.length} of them can be observed, and ` +
      `${observable.length - holes.length} have a conduct check and a bad client as its proof.`,
    `${examined.length} have a situation of the exam; ${byTruth.length} of these are decided only by the truth.`,
    ...holes.map(({ rule, conduct }) => `${rule.id} has no ${conduct.length === 0 ? 'conduct check' : 'bad client'}.`),
    ...findExamHoles(judged).map(({ rule }) => `${rule.id} has no situation of the exam.`),
  ].join('\n');
}

function toJson(
  covered: readonly RuleCoverage[],
  conductOf: ReadonlyMap<Rule, ConductCoverage>,
  coverage: boolean,
): string {
  const clientOf = (of: Rule) => {
    const judged = conductOf.get(of);
    if (!judged) return null;
    const { conduct, wrong, right, badClients, scenarios, unobservable, exam } = judged;
    return { conduct, wrong, right, badClients, scenarios, unobservable, exam };
  };
  return JSON.stringify(
    covered.map(({ rule, ...behind }) => (coverage ? { ...rule, ...behind, client: clientOf(rule) } : rule)),
    null,
    2,
  );
}
