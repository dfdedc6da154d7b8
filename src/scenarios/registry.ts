import type { FolderModule } from '../base/load-folder.ts';
import { loadFolder } from '../base/load-folder.ts';
import type { OperationId } from '../interface/api.ts';
import { isGroup } from './groups.ts';
import { allOperations } from './operations.ts';
import { CHANCE } from './parameters.ts';
import type { LibraryScenario, Scenario } from './scenario.ts';

/** All scenarios by name. */
export type Registry = ReadonlyMap<string, Scenario>;

/** Loads library/, ordered by name. Throws if a file is not named after a group. */
export async function loadScenarios(): Promise<Registry> {
  const scenarios = (await loadFolder('src/scenarios/library/*.ts')).flatMap(scenariosIn);
  return new Map(scenarios.sort((a, b) => (a.name < b.name ? -1 : 1)).map((scenario) => [scenario.name, scenario]));
}

function scenariosIn({ name, exported }: FolderModule): Scenario[] {
  if (!isGroup(name)) throw new Error(`scenarios/library/${name}.ts must have the name of a group in groups.ts`);
  return (exported as LibraryScenario[]).map((scenario) => ({ ...scenario, group: name }));
}

/** Returns the scenario with a name, or NONE for `none`. */
export function findScenario(registry: Registry, name: string): Scenario | undefined {
  return name === NONE.name ? NONE : registry.get(name);
}

/** Returns the scenario names for an operation, in alphabetical order. */
export function scenarioNames(registry: Registry, operationId: OperationId): string[] {
  return [...registry.values()]
    .filter((scenario) => scenario.operations.includes(operationId))
    .map((scenario) => scenario.name);
}

/** Scenario for `none`: nothing acts. Alone it disarms all scenarios; in a sequence a request passes as usual. */
export const NONE = {
  name: 'none',
  group: 'odd-responses',
  title: 'Nothing acts',
  clientSees: 'The request is served as usual.',
  operations: allOperations,
  basis: 'documented',
  rules: [],
} satisfies Scenario;

/** Returns a scenario as lists show it: everything but its effects. */
export function describeScenario({
  name,
  shownAs = name,
  looksLike = shownAs,
  group,
  title,
  clientSees,
  operations,
  parameters = {},
  basis,
  rules,
}: Scenario) {
  return {
    name,
    group,
    shownAs,
    looksLike: looksLike === name ? null : looksLike,
    title,
    clientSees,
    operations,
    parameters: { ...parameters, chance: CHANCE },
    basis,
    rules,
  };
}
