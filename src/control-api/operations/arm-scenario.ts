import type { Arming } from '../control-api.ts';
import type { ControlOperation } from '../operation.ts';
import { checkArming } from '../scenarios/check-arming.ts';

export default {
  operationId: 'armScenario',
  access: 'profile',
  async run({ scenarios, store }, { profile }, req) {
    const { scenario, calls = null } = req.body as Arming;
    checkArming(scenarios, { text: scenario, path: '/scenario' });
    const armed = { scenario, calls };
    await store.profiles.arm(profile!.code, armed);
    return { body: { armed } };
  },
} satisfies ControlOperation;
