import type { PlantedDefect } from '../../interface/rules/load-proofs.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { isObservable } from '../../interface/rules/load-rules.ts';
import { documentSections } from '../../interface/rules/sections.ts';
import type { Area } from './contract.ts';

/** A rule with its contracts, scenarios and defects. */
export interface RuleCoverage {
  rule: Rule;
  /** The titles of the rule's contracts. */
  contracts: string[];
  /** Each operation that the rule concerns, with its contract count. 0 is an empty cell. */
  operations: { operation: string; contracts: number }[];
  /** Scenarios that cause the rule's situation. */
  scenarios: string[];
  /** Defects, by name, that prove its contracts can fail. */
  defects: string[];
  /** Reason why the rule needs no contract; null if it needs one. */
  unchecked: string | null;
}

/** Input for the coverage. */
export interface CoverageSources {
  rules: readonly Rule[];
  areas: readonly Area[];
  scenarios: readonly { name: string; rules: readonly string[] }[];
  defects: readonly PlantedDefect[];
}

/** Returns the contracts, scenarios and defects for each rule. */
export function coverRules({ rules, areas, scenarios, defects }: CoverageSources): RuleCoverage[] {
  const contracts = areas.flatMap((area) => area.contracts);
  return rules.map((rule) => {
    const own = contracts.filter((contract) => contract.rules.includes(rule.id));
    const exercising = new Set([
      ...own.flatMap((contract) => contract.scenarios ?? []),
      ...scenarios.filter((scenario) => scenario.rules.includes(rule.id)).map(({ name }) => name),
    ]);
    return {
      rule,
      contracts: own.map(({ title }) => title),
      operations: rule.operations.map((operation) => ({
        operation,
        contracts: own.filter(({ calls }) => calls.some((call) => call === operation)).length,
      })),
      scenarios: [...exercising].sort(),
      defects: defects.filter((defect) => defect.rule === rule.id).map(({ name }) => name),
      unchecked: uncheckedBecause(rule),
    };
  });
}

/** Returns the rules that lack a required contract or defect. */
export function findHoles(coverage: readonly RuleCoverage[]): RuleCoverage[] {
  return coverage.filter(
    ({ unchecked, contracts, defects }) => unchecked === null && (contracts.length === 0 || defects.length === 0),
  );
}

/** Returns the operations of a rule that lack a required contract. */
export function emptyCells({ unchecked, operations }: RuleCoverage): string[] {
  return unchecked === null
    ? operations.filter(({ contracts }) => contracts === 0).map(({ operation }) => operation)
    : [];
}

/** Returns the coverage for each document section, in document order. A rule is listed under its first section. */
export function bySection(coverage: readonly RuleCoverage[]): { title: string; covered: RuleCoverage[] }[] {
  return [...documentSections].flatMap(([section, title]) => {
    const covered = coverage.filter(({ rule }) => rule.sections[0] === section);
    return covered.length === 0 ? [] : [{ title: section === 'preamble' ? title : `§ ${section} ${title}`, covered }];
  });
}

function uncheckedBecause(rule: Rule): string | null {
  if (rule.bound === 'client') return 'binds the client';
  return isObservable(rule) ? null : `cannot be observed: ${rule.observed.replace(/^no: /, '')}`;
}
