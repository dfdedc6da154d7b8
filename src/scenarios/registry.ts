import { basename } from 'node:path';
import { packageModules } from '../base/package-root.ts';
import type { OperationId } from '../interface/api.ts';
import { NONE } from './none.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, by name. A new file in library/ is a new scenario, without any other change. */
export type Registry = ReadonlyMap<string, Scenario>;

/** Loads library/, in the order of the names. Throws when a file does not export the scenario of its name. */
export async function loadScenarios(): Promise<Registry> {
  const scenarios = await Promise.all(packageModules('src/scenarios/library').map(loadScenario));
  return new Map(scenarios.sort((a, b) => (a.name < b.name ? -1 : 1)).map((scenario) => [scenario.name, scenario]));
}

async function loadScenario({ href }: URL): Promise<Scenario> {
  const { default: scenario } = (await import(href)) as { default?: Scenario };
  const file = basename(href);
  const name = file.replace(/\.[jt]s$/, '');
  if (scenario?.name !== name)
    throw new Error(`scenarios/library/${file} must export the scenario "${name}" as its default`);
  return scenario;
}

/** The scenario of a name, or what `none` selects. */
export function findScenario(registry: Registry, name: string): Scenario | undefined {
  return name === NONE.name ? NONE : registry.get(name);
}

/** The names of the scenarios that apply to an operation, in alphabetical order. */
export function scenarioNames(registry: Registry, operationId: OperationId): string[] {
  return [...registry.values()]
    .filter((scenario) => scenario.operations.includes(operationId))
    .map((scenario) => scenario.name);
}
