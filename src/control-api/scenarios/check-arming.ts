import { Random } from '../../base/ids.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { activate } from '../../scenarios/active.ts';
import { allOperations } from '../../scenarios/operations.ts';
import type { ScenarioSteps } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import { filterApplicable, readArming } from '../../scenarios/scenario-selection.ts';

/**
 * The steps to arm. Refuses those that cannot be armed: as readArming does, and with `invalid_scenario` for a wrong
 * parameter or scenarios that contradict each other at an operation. Later requests could not report that to the right
 * client.
 */
export function checkArming(registry: Registry, input: ScenarioInput): ScenarioSteps {
  const steps = readArming(registry, input);
  try {
    for (const step of steps)
      for (const operationId of allOperations)
        activate(registry, filterApplicable(registry, operationId, step), 'profile', () => new Random(''));
    return steps;
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('invalid_scenario', [{ path: input.path, message: error.message }]);
    throw error;
  }
}
