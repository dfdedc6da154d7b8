import { code, table } from '../../src/base/markdown.ts';
import type { ConductCoverage } from '../../src/check/judge/coverage.ts';
import { describeAtExam } from '../../src/check/judge/coverage.ts';
import { anchorOf } from '../../src/check/judge/rule-page.ts';
import type { RuleCoverage } from '../../src/check/verify/coverage.ts';
import { bySection } from '../../src/check/verify/coverage.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** Renders docs/registers/coverage.md: first the rules for the service, then those for the client. */
export function renderCoverage(coverage: readonly RuleCoverage[], conduct: readonly ConductCoverage[]): string {
  return page(
    '# Coverage',
    madeFrom('contracts/, test/defects/planted and test/clients/bad'),
    'Every normative sentence of the interface document in its order: its rule, the contracts of ' +
      '`taxiway verify` that check it, how many of them call each operation that it speaks of, the scenarios of ' +
      'the sandbox that cause it, and the defects that were planted to prove that the contract can fail ' +
      '(`npm run defects`). `taxiway rules --coverage` prints the same.',
    ...bySection(coverage).flatMap(({ title, covered }) => [
      `## ${title}`,
      table(
        ['Rule', 'Statement', 'Contracts', 'Operations', 'Scenarios', 'Defects'],
        covered.map(({ rule, contracts, operations, scenarios, defects, unchecked }) => [
          code(rule.id),
          cell(rule.sentence),
          cell(unchecked ?? contracts.join('; ')),
          unchecked === null ? operations.map(renderCell).join(' ') : '',
          scenarios.map(code).join(' '),
          defects.map(code).join(' '),
        ]),
      ),
    ]),
    ...renderConductCoverage(conduct),
  );
}

function renderCell({ operation, contracts }: RuleCoverage['operations'][number]): string {
  return contracts === 0 ? `**${operation} by none**` : `${operation} ${contracts}`;
}

function renderConductCoverage(coverage: readonly ConductCoverage[]): string[] {
  return [
    '## The client',
    'The rules that bind a client: the conduct checks of `taxiway judge`, the scenarios that bring an occasion ' +
      'about, and the bad clients of test/clients/bad that prove that the check detects what they do ' +
      '(`npm run defects -- clients`), and the situations of `taxiway exam` that are about them, with what only ' +
      'belief against truth can see. [Rules for clients](../judge-rules.md) has each with what to do.',
    table(
      ['Rule', 'Conduct checks', 'Scenarios', 'Bad clients', 'Situations of the exam'],
      coverage.map(({ rule, conduct, badClients, scenarios, unobservable, exam }) => [
        `[${code(rule.id)}](../judge-rules.md#${anchorOf(rule.id)})`,
        cell(unobservable === null ? conduct.join('; ') : `cannot be observed: ${unobservable}`),
        unobservable === null ? scenarios.map(code).join(' ') || 'ordinary calls' : '',
        badClients.map(code).join(' '),
        cell(describeAtExam(exam, code)),
      ]),
    ),
  ];
}
