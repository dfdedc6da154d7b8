import { Refusal } from '../../errors/refusal.ts';
import { Random } from '../../ids.ts';
import { activate } from '../../scenarios/active.ts';
import { allOperations } from '../../scenarios/operations.ts';
import type { Registry } from '../../scenarios/registry.ts';
import { filterApplicable, readArming } from '../../scenarios/scenario-selection.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';

/**
 * Refuses what cannot be armed: as readArming does, and with `invalid_scenario` a wrong parameter or scenarios that
 * contradict each other at an operation. Here is the one who can mend it; the call that met it could not.
 */
export function checkArming(registry: Registry, wish: ScenarioInput): void {
  const asked = readArming(registry, wish);
  try {
    for (const operationId of allOperations)
      activate(registry, filterApplicable(registry, operationId, asked), 'profile', () => new Random(''));
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('invalid_scenario', [{ path: wish.path, message: error.message }]);
    throw error;
  }
}
