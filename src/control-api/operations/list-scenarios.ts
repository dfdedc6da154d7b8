import { describeScenario } from '../../scenarios/describe.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listScenarios',
  access: 'open',
  run: ({ scenarios }) => ({ body: { scenarios: [...scenarios.values()].map(describeScenario) } }),
} satisfies ServiceOperation<'listScenarios'>;
