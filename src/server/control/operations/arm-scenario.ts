import { Refusal } from '../../../errors/refusal.ts';
import { Random } from '../../../ids.ts';
import { activate } from '../../../scenarios/active.ts';
import { applying, readArming } from '../../../scenarios/asked.ts';
import { allOperations } from '../../../scenarios/operations.ts';
import type { Asked } from '../../../scenarios/parse.ts';
import type { Registry } from '../../../scenarios/registry.ts';
import type { Arming } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'armScenario',
  access: 'profile',
  async run({ scenarios, store }, { profile }, req) {
    const { scenario, calls = null } = req.body as Arming;
    refuseContradictions(scenarios, readArming(scenarios, { text: scenario, path: '/scenario' }));
    const armed = { scenario, calls };
    await store.profiles.arm(profile!.code, armed);
    return { body: { armed } };
  },
} satisfies ControlOperation;

/** Here is the one who can mend it; the call that met it could not. */
function refuseContradictions(registry: Registry, asked: readonly Asked[]): void {
  try {
    for (const operationId of allOperations) activate(registry, applying(registry, operationId, asked), 'profile', () => new Random(''));
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('invalid_scenario', [{ path: '/scenario', message: error.message }]);
    throw error;
  }
}
