import { describeScenario } from '../../scenarios/describe.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'listScenarios',
  access: 'open',
  run: async ({ scenarios }) => ({ body: { scenarios: [...scenarios.values()].map(describeScenario) } }),
} satisfies ControlOperation;
