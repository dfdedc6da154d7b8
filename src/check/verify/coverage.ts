import type { PlantedDefect } from '../../interface/rules/load-proofs.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { isObservable } from '../../interface/rules/load-rules.ts';
import { documentSections } from '../../interface/rules/sections.ts';
import type { Area } from './contract.ts';

/** A rule with its contracts, scenarios and defects. */
export interface RuleCoverage {
  rule: Rule;
  /** Titles of the contracts that check it. */
  contracts: string[];
  /** Each operation that it speaks of, and how many of its contracts call it; 0 is a cell that is empty. */
  operations: { operation: string; contracts: number }[];
  /** Scenarios that cause what it is about. */
  scenarios: string[];
  /** Names of the defects that prove its contracts can fail. */
  defects: string[];
  /** Why it needs no contract; null where it does. */
  unchecked: string | null;
}

/** What coverage is derived from. */
export interface CoverageSources {
  rules: readonly Rule[];
  areas: readonly Area[];
  scenarios: readonly { name: string; rules: readonly string[] }[];
  defects: readonly PlantedDefect[];
}

/** For each rule, what checks it, what causes it and what proves the check. */
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

/** Rules that should have a contract and a defect and lack one. */
export function findHoles(coverage: readonly RuleCoverage[]): RuleCoverage[] {
  return coverage.filter(
    ({ unchecked, contracts, defects }) => unchecked === null && (contracts.length === 0 || defects.length === 0),
  );
}

/** The operations of a rule on which it should be observed, and no contract does. */
export function emptyCells({ unchecked, operations }: RuleCoverage): string[] {
  return unchecked === null
    ? operations.filter(({ contracts }) => contracts === 0).map(({ operation }) => operation)
    : [];
}

/** The coverage of each section of the document, in its order; a rule is listed under its first section. */
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
