import { readdirSync } from 'node:fs';
import type { OperationId } from '../api.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, by name. A new file in library/ is a new scenario; nothing else has to be told. */
export type Registry = ReadonlyMap<string, Scenario>;

/** Loads library/, in the order of the names. Throws when a file does not hold the scenario that its name says. */
export async function loadScenarios(): Promise<Registry> {
  const folder = new URL('./library/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, folder).href) as Promise<{ default?: Scenario }>),
  );
  const scenarios = modules.map(({ default: scenario }, i) => {
    const name = (files[i] as string).replace(/\.[jt]s$/, '');
    if (scenario?.name !== name)
      throw new Error(`scenarios/library/${files[i]} must export the scenario "${name}" as its default`);
    return scenario;
  });
  return new Map(scenarios.sort((a, b) => (a.name < b.name ? -1 : 1)).map((scenario) => [scenario.name, scenario]));
}

/** The names that apply to an operation, in alphabetical order. */
export function scenarioNames(registry: Registry, operationId: OperationId): string[] {
  return [...registry.values()]
    .filter((scenario) => scenario.operations.includes(operationId))
    .map((scenario) => scenario.name);
}
