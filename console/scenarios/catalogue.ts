import type { ScenarioGroup } from '../../src/scenarios/groups.ts';
import { operationWords } from '../../src/scenarios/operations.ts';
import type { Parameter } from '../../src/scenarios/parameters.ts';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import type { Loaded } from '../app/use-load.ts';
import { useLoad } from '../app/use-load.ts';

/** A scenario as the sandbox lists it. */
export type Scenario = Omit<Schema['Scenario'], 'group' | 'parameters'> & {
  group: ScenarioGroup;
  parameters: Record<string, Parameter>;
};

/** Every scenario that can be armed. The list is constant while the sandbox runs. */
export function useCatalogue(): Loaded<Scenario[]> {
  return useLoad(async () => {
    const { scenarios } = await dataOf(control.GET('/_sandbox/scenarios', {}));
    return scenarios as unknown as Scenario[];
  }, 'scenarios');
}

/** Returns a scenario's operation words: `book`. */
export function wordsOf({ operations }: Pick<Scenario, 'operations'>): string[] {
  return Object.entries(operationWords)
    .filter(([, operationId]) => operations.includes(operationId))
    .map(([word]) => word);
}

/** Every word, in a client's usual call order. */
export const allWords: readonly string[] = Object.keys(operationWords);
