import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'slow',
  group: 'providers',
  title: 'Slow',
  clientSees:
    'The response is delayed by three seconds, or by `delay`. The work is also done if the client disconnects ' +
    'meanwhile.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  parameters: {
    delay: {
      kind: 'duration',
      default: 'PT3S',
      longest: 'PT10M',
      is: 'delay before the request is processed, at most PT10M',
    },
  },
  edge: ({ delay }) => ({ at: 'authentication', delayMs: Number(delay) }),
} satisfies Scenario;
