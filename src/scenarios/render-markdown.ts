import type { OperationId } from '../api.ts';
import { cell, code, madeFrom, page, table } from '../markdown.ts';
import {
  allOperations,
  armable,
  bookingOperations,
  flightOperations,
  makingOperations,
  operationWords,
  transferOperations,
} from './operations.ts';
import type { Scenario } from './scenario.ts';

/** docs/scenarios.md: what each scenario does, and where it applies. */
export function renderScenarios(scenarios: readonly Scenario[]): string {
  return page(
    '# Scenarios',
    madeFrom('src/scenarios/library/'),
    'A scenario is a named deviation from what the sandbox would do by itself. A running sandbox lists them at `GET /_sandbox/scenarios`, the command line with `npm run -s taxiway scenarios`.',
    '## Five ways to ask',
    table(
      ['From', 'How', 'For whom'],
      [
        ['`query`', '`POST /book?scenario=pending`', 'a call that you can touch'],
        ['`header`', '`X-Sandbox-Scenario: pending`', 'a client whose addresses are fixed'],
        [
          '`name`',
          'a traveller or passenger with the first name `Scenario` and the last name `pending`, in capitals or not',
          'people who test through the screens of a product',
        ],
        [
          '`offer`',
          '`POST /search?scenario=book:pending` arms the offers that it finds: booking one of them is pending',
          'a client that can touch the search and not the later call',
        ],
        [
          '`profile`',
          '`PUT /_sandbox/profiles/{profileCode}/scenario` arms every call of the profile, or the next few ([control API](control-api.md#arm-a-scenario))',
          'a client that cannot be touched at all',
        ],
      ],
    ),
    [
      '- One of them decides: the first in this order that says something for the call. What the others say is not added.',
      '- `none` is something to say, by query, header or name: nothing acts on the call, whatever is armed.',
      '- `X-Sandbox-Scenario` of the answer names what acted, `X-Sandbox-Scenario-From` which of the five asked for it. Answers on which nothing was asked have neither.',
      '- A scenario of an offer or of a profile acts where it applies and is silent elsewhere. What is armed is kept with the search or the profile, over restarts too.',
      '- The call is authenticated first, so the credential headers have to be right in every scenario.',
    ].join('\n'),
    '## How to write it',
    '```\npending\npending(reads=3,after=PT5M)\nslow(delay=PT2S),502-after-commit\nbook:pending,pricing:slow(delay=PT2S)\nfailed(chance=0.2)\n```',
    [
      '- **Parameters** stand in parentheses. Durations are ISO 8601: `PT10S`, `PT5M`, `P1D`.',
      '- **Several**, separated by commas, act together where they decide different things. Two that decide the same are refused.',
      `- **A word before a colon** says for which operation a scenario is meant: ${words()}.`,
      `- **A search arms its offers** with the words of the calls that follow: ${arming()}.`,
      '- **`chance`** can be set on every scenario: how likely it is to act, from 0 to 1. Which calls it meets follows from the seed and from what the profile did before, so it is the same again in the next run. Where it does not act, the answer echoes `none`.',
      '- An unknown name is answered 400 `unknown_scenario`, a name that does not apply to the operation 400 `scenario_not_applicable`. Both answers list what does. A wrong parameter and a contradiction are 400 `invalid_scenario`. A scenario that is armed is refused when it is armed, not when it is met.',
    ].join('\n'),
    '## What cannot be told apart',
    'After a lost answer a client must not be able to see whether the work was done: that is what it has to find out by a read. Scenarios that differ in that alone answer alike, byte for byte but for the request id and the date, and the answer calls both by one name. In the table that name stands in parentheses. The log has the right one ([why](../decisions/0008-one-trigger-one-name.md)).',
    '## All of them',
    table(
      ['Scenario', 'What the client sees', 'Parameters', 'Applies to', 'Basis'],
      scenarios.map((scenario) => [
        `${code(scenario.name)}${scenario.shownAs ? ` (shown as ${code(scenario.shownAs)})` : ''}`,
        `**${cell(scenario.title)}.** ${cell(scenario.clientSees)}`,
        parametersOf(scenario),
        operationsOf(scenario),
        basisOf(scenario),
      ]),
    ),
    `"Every operation" means ${listed(allOperations)}.`,
  );
}

function words(): string {
  return Object.entries(operationWords)
    .map(([word, operationId]) => `${code(word)} (${code(operationId)})`)
    .join(', ');
}

function arming(): string {
  const wordOf = (operationId: OperationId) => Object.entries(operationWords).find(([, id]) => id === operationId)![0];
  return Object.entries(armable)
    .map(([search, later]) => `${code(search)} with ${later.map((id) => code(wordOf(id))).join(', ')}`)
    .join('; ');
}

function parametersOf({ parameters = {} }: Scenario): string {
  return Object.entries(parameters)
    .map(([name, parameter]) => {
      const choice = parameter.kind === 'choice' ? ` (${parameter.of.map(code).join(', ')})` : '';
      return `${code(`${name}=${parameter.default}`)}: ${cell(parameter.is)}${choice}`;
    })
    .join('; ');
}

function operationsOf({ operations }: Scenario): string {
  const group = GROUPS.find(
    ([, members]) => members.length === operations.length && members.every((id) => operations.includes(id)),
  );
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
