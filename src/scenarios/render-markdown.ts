import { cell, code, madeFrom, page, table } from '../markdown.ts';
import { allOperations, bookingOperations, flightOperations, transferOperations } from './operations.ts';
import type { OperationId, Scenario } from './scenario.ts';

/** docs/scenarios.md: what each scenario does, and where it applies. */
export function renderScenarios(scenarios: readonly Scenario[]): string {
  return page(
    '# Scenarios',
    madeFrom('src/scenarios/library/'),
    'A scenario is a named deviation from what the sandbox would do by itself. Ask for one on a single call, with the query parameter `scenario`:',
    '```\nPOST /book?scenario=pending\n```',
    [
      '- The call is authenticated first, so the credential headers have to be right in every scenario.',
      '- The header `X-Sandbox-Scenario` of the answer names the scenario that acted. A call without the parameter has no such header.',
      '- An unknown name is answered 400 `unknown_scenario`, a name that does not apply to the operation 400 `scenario_not_applicable`. Both answers list the names that do apply.',
      '- A running sandbox lists its scenarios at `GET /_sandbox/scenarios`.',
    ].join('\n'),
    table(['Scenario', 'What the client sees', 'Applies to', 'Basis'], scenarios.map((scenario) => [
      code(scenario.name),
      `**${cell(scenario.title)}.** ${cell(scenario.clientSees)}`,
      operationsOf(scenario),
      basisOf(scenario),
    ])),
    `"Every operation" means ${listed(allOperations)}.`,
  );
}

function operationsOf({ operations }: Scenario): string {
  const group = GROUPS.find(([, members]) => members.length === operations.length && members.every((id) => operations.includes(id)));
  return group ? group[0] : listed(operations);
}

function basisOf({ basis, rules }: Scenario): string {
  const source = basis === 'documented' ? 'documented' : `assumption ${code(basis.assumption)}`;
  return rules.length === 0 ? source : `${source}: ${rules.map(code).join(', ')}`;
}

function listed(operations: readonly OperationId[]): string {
  return operations.map(code).join(', ');
}

const GROUPS: readonly (readonly [string, readonly OperationId[]])[] = [
  ['every operation', allOperations],
  ['every flight operation', flightOperations],
  ['every transfer operation', transferOperations],
  [bookingOperations.map(code).join(', '), bookingOperations],
];
