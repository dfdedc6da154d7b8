import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getArmedScenario',
  access: 'profile',
  run: async (_service, { profile }) => ({ body: { armed: profile!.armed } }),
} satisfies ControlOperation;
