import { code, table } from '../../src/base/markdown.ts';
import type { Assumption } from '../../src/interface/rules/load-assumptions.ts';
import type { Bound, Rule } from '../../src/interface/rules/load-rules.ts';
import { isObservable } from '../../src/interface/rules/load-rules.ts';
import { documentSections } from '../../src/interface/rules/sections.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** docs/registers/rules.md: the rules in tables, one for each area (the first word of the id). */
export function renderRules(rules: readonly Rule[]): string {
  const areas = Object.entries(Object.groupBy(rules, (rule) => rule.id.split('.', 1).join()));
  return page(
    '# Rules',
    madeFrom('contracts/rules.yaml'),
    `${rules.length} normative statements of the interface document, in our own words. A rule binds the ` +
      'service, the client, or both: what binds both is the duty of the client, and the service enforces it. ' +
      '"§ 4.2.3" is the third numbered rule of section 4.2.',
    table(
      ['Area', 'Rules', 'Service', 'Both', 'Client', 'Not observable'],
      [...areas.map(([area, of]) => countsOf(`[${area}](#${area})`, of ?? [])), countsOf('all', rules)],
    ),
    ...areas.flatMap(([area, of]) => [`## ${area}`, ruleTable(of ?? [])]),
  );
}

/** docs/registers/assumptions.md: the assumptions in tables, one for each section of the document. */
export function renderAssumptions(assumptions: readonly Assumption[]): string {
  const sections = [...documentSections].filter(([section]) =>
    assumptions.some((assumption) => assumption.section === section),
  );
  return page(
    '# Assumptions',
    madeFrom('contracts/assumptions.yaml'),
    `${assumptions.length} things that the interface document leaves open, and what is assumed instead. Where ` +
      'the document says something, it wins. ' +
      '"Public facts" are what public documentation of services of this shape says.',
    ...sections.flatMap(([section, title]) => [
      section === 'preamble' ? `## ${title}` : `## § ${section} ${title}`,
      assumptionTable(assumptions.filter((assumption) => assumption.section === section)),
    ]),
  );
}

function ruleTable(rules: readonly Rule[]): string {
  return table(
    ['Rule', '§', 'Binds', 'Statement', 'Evidence'],
    rules.map((rule) => [
      code(rule.id),
      rule.sections.join(', '),
      rule.bound,
      cell(rule.sentence),
      cell(rule.observed),
    ]),
  );
}

function assumptionTable(assumptions: readonly Assumption[]): string {
  return table(
    ['Assumption', 'Left open', 'Assumption', 'Why', 'Source', 'Setting'],
    assumptions.map((assumption) => [
      code(assumption.id),
      cell(assumption.subject),
      cell(assumption.value),
      cell(assumption.reason),
      cell(assumption.source),
      assumption.setting === null ? '' : code(assumption.setting),
    ]),
  );
}

function countsOf(label: string, rules: readonly Rule[]): string[] {
  const bound = (to: Bound) => rules.filter((rule) => rule.bound === to).length;
  const hidden = rules.filter((rule) => !isObservable(rule)).length;
  return [label, ...[rules.length, bound('service'), bound('both'), bound('client'), hidden].map(String)];
}
