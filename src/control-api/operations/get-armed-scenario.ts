import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getArmedScenario',
  access: 'profile',
  run: (_service, { profile }) => ({ body: { armed: profile.armed } }),
} satisfies ProfileOperation<'getArmedScenario'>;
