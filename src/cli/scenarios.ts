import type { Command } from 'commander';
import { describeScenario } from '../scenarios/describe.ts';
import { byGroup } from '../scenarios/groups.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** `taxiway scenarios`: the deviations that a client can select. */
export function addScenarios(program: Command): void {
  program
    .command('scenarios')
    .description('list the scenarios: what each does, where it applies, its parameters; chance=0.2 goes with every one')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const scenarios = [...(await loadScenarios()).values()];
      console.log(
        json
          ? JSON.stringify(scenarios.map(describeScenario), null, 2)
          : byGroup(scenarios).map(renderGroup).join('\n\n'),
      );
    });
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
