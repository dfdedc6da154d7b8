import { code, table } from '../../src/base/markdown.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { byGroup } from '../../src/scenarios/groups.ts';
import {
  allOperations,
  armable,
  bookingOperations,
  committingOperations,
  creatingOperations,
  flightOperations,
  operationWords,
  transferOperations,
} from '../../src/scenarios/operations.ts';
import type { Scenario } from '../../src/scenarios/scenario.ts';
import { flightRoutes, TEST_AIRPORT, TEST_TOWN, transferRoutes } from '../../src/scenarios/test-routes.ts';
import { cell, madeFrom, page } from '../markdown.ts';

/** docs/scenarios.md: what each scenario does, and where it applies. */
export function renderScenarios(scenarios: readonly Scenario[]): string {
  return page(
    '# Scenarios',
    madeFrom('src/scenarios/library/'),
    'A scenario is a named deviation from the usual behaviour of the sandbox. A running sandbox lists them at ' +
      '`GET /_sandbox/scenarios`, the command line with `npm run -s taxiway scenarios`.',
    '## Ways to select a scenario',
    table(
      ['From', 'How', 'For'],
      [
        ['`query`', '`POST /book?scenario=pending`', 'a request that you can change'],
        ['`header`', '`X-Sandbox-Scenario: pending`', 'a client with fixed addresses'],
        [
          '`name`',
          'a traveller or passenger with the first name `Scenario` and the last name `pending`, in capitals or not',
          'people who test through the screens of a product; what several of them name acts together',
        ],
        [
          '`email`',
          'a traveller or passenger with an e-mail address such as `ada+pending@example.com`; a word after the ' +
            'plus that ' +
            'is not a scenario for the operation is ignored',
          'the same, where names cannot be chosen',
        ],
        [
          '`route`',
          `a search for a [test route](#test-routes): a flight from ${code(TEST_AIRPORT)} to certain places, or a ` +
            'ride between that airport and certain streets; the scenario acts on the search, or is armed on its offers',
          'people who test through the screens of a product, also before a traveller has a name',
        ],
        [
          '`offer`',
          '`POST /search?scenario=book:pending` arms the offers that it finds: booking one of them is pending',
          'a client that can change the search and not the later request',
        ],
        [
          '`reservation`',
          '`POST /book?scenario=cancel:502` arms the reservation that it makes: the cancellation of it does ' +
            'not complete',
          'a client that can change the booking and not the later request',
        ],
        [
          '`profile`',
          '`PUT /_sandbox/profiles/{profileCode}/scenario` arms every request of the profile, or the next few ' +
            '([control API](control-api.md#arm-a-scenario))',
          'a client that cannot be changed',
        ],
      ],
    ),
    [
      '- One of them decides: the first in this order that selects something for the request. The rest are ignored.',
      '- `none`, by query, header, name or e-mail, is a selection too: no scenario acts on the request, even if one ' +
        'is armed.',
      '- In a name or an e-mail address the scenario can be spelled without digits and hyphens, for forms that take ' +
        'letters only: `BadGatewayAfterCommit` and `bad gateway after commit` are `502-after-commit`, ' +
        '`ProviderZeroDown` is `provider-0-down`, `TooManyRequests` is `429`, `ServiceUnavailable` is `503`.',
      '- `X-Sandbox-Scenario` of the response names what acted, or `none`; `X-Sandbox-Scenario-From` which of these ' +
        'selected it. `X-Sandbox-Scenario-Idle` names what was selected and did not act, each with the reason: ' +
        '`pending; reason=refused`. Responses without a selection have none of them. The journal has the same, ' +
        'with the true names.',
      '- A scenario of an offer, a reservation or a profile acts where it applies and has no effect elsewhere. ' +
        'Armed scenarios are stored with the search, the reservation or the profile, and survive restarts.',
      '- The request is authenticated first, so the credential headers have to be right in every scenario.',
    ].join('\n'),
    '## When a scenario is used up',
    'An armed scenario that is limited to some calls, and each step of a sequence, counts a call when it acts on it. ' +
      'A call that the service refuses first leaves it armed: wrong credentials, a request that does not fit the ' +
      'interface, an offer that has expired, a booking that fails by itself. Of many calls at the same time it acts ' +
      'on exactly as many as it is armed for.',
    table(
      ['A scenario that', 'acts when', 'and then the client'],
      [
        [
          'responds at the authentication (`unauthorized`, `forbidden`, `revoked-key`), or waits (`slow`)',
          'the credentials are right',
          'gets its error, or waits, regardless of faults of the call',
        ],
        ['ends a call before anything is done (`502`, `dropped`)', 'the call fits the interface', 'gets its end'],
        [
          'changes what the service does (`pending`, `failed`, `expired-token`, `no-offers`)',
          'the service would have accepted the call, or would have come to the refusal of the scenario',
          'gets the changed result; the change counts also if the client has left by then',
        ],
        [
          'loses or changes the response (`502-after-commit`, `malformed-body`, `nulls`)',
          'the work is done',
          'gets that in place of the response',
        ],
        ['lets a call pass (`none` in a sequence)', 'the call was served', 'gets the usual response'],
      ],
    ),
    'The reasons of `X-Sandbox-Scenario-Idle`: `refused` (the service refused the call by itself), `overtaken` ' +
      '(another scenario ended it), `no-effect` (the scenario changes nothing of this call: the driver is not ' +
      'assigned yet), `chance` (its `chance` decided so). `client-gone` is in the journal only: a client that leaves ' +
      'before the scenario acts has not met it, so it stays armed. Where `slow` is armed together with others, ' +
      '`calls` of the profile counts the others: `slow` delays every call until these have acted.',
    '## How to write it',
    '```text scenario\npending\npending(reads=3,after=PT5M)\nslow(delay=PT2S),502-after-commit\n' +
      'book:pending,pricing:slow(delay=PT2S)\nfailed(chance=0.2)\n502-after-commit; read:502; none\n```',
    [
      '- **Parameters** are in parentheses. Durations are ISO 8601: `PT10S`, `PT5M`, `P1D`.',
      '- **Several**, separated by commas, act together if they decide different things. Two that decide the ' +
        'same thing are refused. Blanks around the signs mean nothing, and a header that is sent twice counts as ' +
        'one with a comma.',
      `- **A word before a colon** limits a scenario to one operation, and so does its operationId: ` +
        `${words()}. A scenario for another operation is silent, so that a header such as \`book:pending\` can ` +
        `be on every request.`,
      `- **A search arms its offers, a booking its reservation**, with the words of the later operations: ${arming()}.`,
      '- **A sequence** has steps, separated by semicolons. The first acts on the request itself, or on the ' +
        'first request of the profile that it applies to; each later step waits for the one before it. In a ' +
        'sequence each scenario acts on one request. After the last step nothing acts; `none` is a step that lets ' +
        'a request pass. A booking that a scenario ends before anything is done makes no reservation, so nothing ' +
        'is armed on it: arm the search or the profile.',
      '- **`calls`** can be set on every scenario that is armed: on how many requests it acts. ' +
        '`502-after-commit(calls=1),resend-double-books` loses one response, and books again throughout.',
      '- **`chance`** can be set on every scenario: how likely it is to act, from 0 to 1. The seed and the ' +
        'earlier requests of the profile decide when, so the next run is the same. A request on which it does not ' +
        'act is not counted.',
      '- An unknown name is 400 `unknown_scenario`, a name that does not apply to the operation 400 ' +
        '`scenario_not_applicable`. Both responses list what applies, or name the nearest of it. A wrong parameter, ' +
        'a contradiction and a text that cannot be read are 400 `invalid_scenario`. A scenario is refused when ' +
        'it is armed, not when it would act.',
    ].join('\n'),
    '## Test routes',
    `For tests through the screens of a product: a search for one of these routes selects a scenario, on any day and ` +
      `for any travellers, with nothing armed. The airport is that of the Isle of Man (${code(TEST_AIRPORT)}); all ` +
      'other journeys from and to it are ordinary ones, and so are flights in the other direction. ' +
      '`X-Sandbox-Scenario-From` of the search is `route`, and `offer` when the scenario acts on a later call about ' +
      'an offer of the search. With `none` by query or header a search is an ordinary one there too.',
    `A flight search whose first slice goes from ${code(TEST_AIRPORT)}:`,
    table(
      ['to', 'selects'],
      Object.entries(flightRoutes).map(([to, text]) => [code(to), code(text)]),
    ),
    `A transfer search whose pickup or dropoff is the airport ${code(TEST_AIRPORT)}, and whose other place is an ` +
      `address in ${TEST_TOWN} with one of these streets, in any capitals, as in ` +
      `${code(`1 Atholl Street, ${TEST_TOWN}, Isle of Man`)}:`,
    table(
      ['Street', 'selects'],
      Object.entries(transferRoutes).map(([street, text]) => [street, code(text)]),
    ),
    '## Scenarios that look the same',
    'After a lost response a client must not be able to see whether the work was done: it has to find out by a ' +
      'read. Scenarios that differ only in that return the same bytes, except for the request id and the date, ' +
      'and the response has one name for both. The log has the real one ' +
      '([why](../decisions/0008-one-trigger-one-name.md)).',
    table(['These have the same response', 'and in it the name'], looksAlike(scenarios)),
    '## All scenarios',
    'By what a tester wants.',
    ...byGroup(scenarios).flatMap(({ title, scenarios: some }) => [`### ${title}`, renderTable(some)]),
    `"Every operation" means ${listed(allOperations)}.`,
  );
}

function renderTable(scenarios: readonly Scenario[]): string {
  return table(
    ['Scenario', 'Effect for the client', 'Parameters', 'Applies to', 'Basis'],
    scenarios.map((scenario) => [
      code(scenario.name),
      `**${cell(scenario.title)}.** ${cell(scenario.clientSees)}`,
      parametersOf(scenario),
      operationsOf(scenario),
      basisOf(scenario),
    ]),
  );
}

/** Each set of scenarios that only a later request can tell apart. */
function looksAlike(scenarios: readonly Scenario[]): string[][] {
  const sets = Map.groupBy(scenarios, ({ name, shownAs, looksLike = shownAs ?? name }) => looksLike);
  return [...sets]
    .filter(([, alike]) => alike.length > 1)
    .map(([name, alike]) => {
      const others = alike.filter((one) => one.name !== name);
      const isHidden = others.every(({ shownAs }) => shownAs !== undefined);
      const shown = isHidden ? code(name) : 'of the one that was selected, where there is a response';
      return [[code(name), ...others.map((one) => code(one.name))].join(', '), shown];
    });
}

function words(): string {
  return Object.entries(operationWords)
    .map(([word, operationId]) => `${code(word)} (${code(operationId)})`)
    .join(', ');
}

function arming(): string {
  const wordsOf = (operationId: OperationId) =>
    Object.entries(operationWords).flatMap(([word, id]) => (id === operationId ? [code(word)] : []));
  return Object.entries(armable)
    .map(([search, later]) => `${code(search)} with ${later.flatMap(wordsOf).join(', ')}`)
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
  [creatingOperations.map(code).join(', '), creatingOperations],
  [committingOperations.map(code).join(', '), committingOperations],
];
