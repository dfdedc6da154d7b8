import { asking, askingToWait } from '../gateways.ts';
import { committingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '503-after-commit',
  shownAs: '503',
  group: 'lost-responses',
  title: 'Service unavailable, work done',
  clientSees:
    'HTTP 503 of a gateway, exactly as in the scenario `503`. The order or reservation exists, and a cancelled one ' +
    'is cancelled.',
  operations: committingOperations,
  basis: { assumption: 'errors.gateways' },
  rules: [],
  parameters: asking,
  edge: (values) => ({ at: 'after', gateway: askingToWait(503, values) }),
} satisfies Scenario;
