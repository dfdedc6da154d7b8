import type { Command } from 'commander';
import { ConfigError } from '../base/config-error.ts';
import { describeScenario } from '../scenarios/describe.ts';
import { byGroup } from '../scenarios/groups.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { didYouMean } from './did-you-mean.ts';
import { printListing } from './print-listing.ts';
import { reportWrongUse } from './report-wrong-use.ts';

/** `taxiway scenarios`: the deviations that a client can select. */
export function addScenarios(program: Command): void {
  program
    .command('scenarios')
    .description('list the scenarios: what each does, where it applies, its parameters; chance=0.2 goes with every one')
    .argument('[scenario]', 'one scenario only')
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, { json = false }: { json?: boolean }) => {
      const all = await loadScenarios();
      await reportWrongUse(() =>
        printListing(name === undefined ? renderAll(all, json) : renderOne(all, name, json), json),
      );
    });
}

type Scenarios = ReadonlyMap<string, Scenario>;

function renderAll(all: Scenarios, json: boolean): string {
  const scenarios = [...all.values()];
  return json
    ? JSON.stringify(scenarios.map(describeScenario), null, 2)
    : byGroup(scenarios).map(renderGroup).join('\n\n');
}

function renderOne(all: Scenarios, name: string, json: boolean): string {
  const scenario = all.get(name);
  if (!scenario)
    throw new ConfigError(
      `there is no scenario "${name}"${didYouMean(name, all.keys())}; \`taxiway scenarios\` lists all`,
    );
  return json ? JSON.stringify(describeScenario(scenario), null, 2) : `${render(scenario)}\n\n${howToUse(scenario)}`;
}

/** One request under it, and all of a profile. */
function howToUse({ name, rules }: Scenario): string {
  return [
    `  one request:  ?scenario=${name}  (or the header X-Sandbox-Scenario: ${name})`,
    `  a profile:    PUT /_sandbox/profiles/<code>/scenario {"scenario":"${name}"}`,
    ...(rules.length > 0 ? [`  rules:        ${rules.join(', ')}`] : []),
  ].join('\n');
}

function renderGroup({ title, scenarios }: ReturnType<typeof byGroup<Scenario>>[number]): string {
  return [`== ${title}`, ...scenarios.map(render)].join('\n\n');
}

function render({
  name,
  shownAs,
  looksLike = shownAs,
  title,
  clientSees,
  operations,
  parameters = {},
}: Scenario): string {
  return [
    `${name}: ${title}`,
    `  ${clientSees.replaceAll('`', '')}`,
    ...Object.entries(parameters).map(
      ([key, parameter]) =>
        `  ${key}=${parameter.default}  ` +
        `${parameter.is}${parameter.kind === 'choice' ? ` (${parameter.of.join(', ')})` : ''}`,
    ),
    ...(looksLike ? [`  looks like ${looksLike}${shownAs ? ', and is shown as that' : ''}`] : []),
    `  on ${operations.join(', ')}`,
  ].join('\n');
}
