import { ConfigError } from '../base/config-error.ts';
import { didYouMean } from '../base/nearest.ts';
import { fit } from '../check/report/terminal.ts';
import { byGroup } from '../scenarios/groups.ts';
import { describeScenario, loadScenarios } from '../scenarios/registry.ts';
import type { Scenario } from '../scenarios/scenario.ts';

export interface ScenariosSettings {
  scenario: string;
  json: boolean;
}

/** Prints every scenario, or one with instructions. Throws ConfigError if no scenario has that name. */
export async function runScenarios({ scenario, json = false }: Partial<ScenariosSettings>): Promise<void> {
  const all = await loadScenarios();
  const text = scenario === undefined ? renderAll(all, json) : renderOne(all, scenario, json);
  console.log(json ? text : fit(text, process.stdout.columns));
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

/** Returns the ways to use it: for one request, and for all requests of a profile. */
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
    ...(looksLike ? [`  looks like ${looksLike}${shownAs ? ', and is shown under that name' : ''}`] : []),
    `  on ${operations.join(', ')}`,
  ].join('\n');
}
