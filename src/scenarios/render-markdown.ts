import { cell, code, madeFrom, page, table } from '../markdown.ts';
import { allOperations, bookingOperations, flightOperations, makingOperations, transferOperations } from './operations.ts';
import type { OperationId, Scenario } from './scenario.ts';

/** docs/scenarios.md: what each scenario does, and where it applies. */
export function renderScenarios(scenarios: readonly Scenario[]): string {
  return page(
    '# Scenarios',
    madeFrom('src/scenarios/library/'),
    'A scenario is a named deviation from what the sandbox would do by itself. Ask for one on a single call, with the query parameter `scenario` or the header `X-Sandbox-Scenario`:',
    '```\nPOST /book?scenario=pending\nPOST /book?scenario=pending(reads=3)\nPOST /book?scenario=slow(delay=PT2S),502-after-commit\n```',
    [
      '- The call is authenticated first, so the credential headers have to be right in every scenario.',
      '- Parameters stand in parentheses. Durations are ISO 8601: `PT10S`, `PT5M`, `P1D`.',
      '- Several scenarios, separated by commas, act together where they decide different things. Two that decide the same are refused.',
      '- The query wins over the header; `none` asks for no scenario.',
      '- The header `X-Sandbox-Scenario` of the answer names what acted, and `X-Sandbox-Scenario-From` says whether the query or the header asked for it. Other answers have neither.',
      '- An unknown name is answered 400 `unknown_scenario`, a name that does not apply to the operation 400 `scenario_not_applicable`. Both answers list the names that do apply. A wrong parameter and a contradiction are 400 `invalid_scenario`.',
      '- A running sandbox lists its scenarios at `GET /_sandbox/scenarios`.',
    ].join('\n'),
    table(['Scenario', 'What the client sees', 'Parameters', 'Applies to', 'Basis'], scenarios.map((scenario) => [
      code(scenario.name),
      `**${cell(scenario.title)}.** ${cell(scenario.clientSees)}`,
      parametersOf(scenario),
      operationsOf(scenario),
      basisOf(scenario),
    ])),
    `"Every operation" means ${listed(allOperations)}.`,
  );
}

function parametersOf({ parameters = {} }: Scenario): string {
  return Object.entries(parameters).map(([name, parameter]) => {
    const choice = parameter.kind === 'choice' ? ` (${parameter.of.map(code).join(', ')})` : '';
    return `${code(`${name}=${parameter.default}`)}: ${cell(parameter.is)}${choice}`;
  }).join('; ');
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
  [makingOperations.map(code).join(', '), makingOperations],
];
