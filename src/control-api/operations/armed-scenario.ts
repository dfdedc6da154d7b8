import { writeScenarios } from '../../scenarios/parse.ts';
import { readArming } from '../../scenarios/scenario-selection.ts';
import type { Service } from '../../service.ts';
import type { ProfileOperation } from '../operation.ts';

export const getArmedScenario = {
  operationId: 'getArmedScenario',
  access: 'profile',
  run: (_service, { profile }) => ({ body: { armed: profile.armed } }),
} satisfies ProfileOperation<'getArmedScenario'>;

export const armScenario = {
  operationId: 'armScenario',
  access: 'profile',
  async run({ scenarios, store }, { profile, body }) {
    const { scenario, calls = null } = body;
    const steps = readArming(scenarios, { text: scenario, path: '/scenario' });
    const armed = steps.length > 0 ? { scenario: writeScenarios(steps), calls } : null;
    await store.profiles.arm(profile.code, armed);
    return { body: { armed } };
  },
} satisfies ProfileOperation<'armScenario', Service>;

export const clearScenario = {
  operationId: 'clearScenario',
  access: 'profile',
  async run({ store }, { profile }) {
    await store.profiles.arm(profile.code, null);
    return { body: { armed: null } };
  },
} satisfies ProfileOperation<'clearScenario'>;
