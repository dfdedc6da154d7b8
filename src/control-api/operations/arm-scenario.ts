import { writeScenarios } from '../../scenarios/parse.ts';
import type { ProfileOperation } from '../operation.ts';
import { checkArming } from '../scenarios/check-arming.ts';

export default {
  operationId: 'armScenario',
  access: 'profile',
  async run({ scenarios, store }, { profile, body }) {
    const { scenario, calls = null } = body;
    const steps = checkArming(scenarios, { text: scenario, path: '/scenario' });
    const armed = { scenario: writeScenarios(steps), calls };
    await store.profiles.arm(profile.code, armed);
    return { body: { armed } };
  },
} satisfies ProfileOperation<'armScenario'>;
