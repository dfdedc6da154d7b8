import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'slow',
  group: 'providers',
  title: 'Slow',
  clientSees:
    'The response comes late, by three seconds unless `delay` sets another time. The work is done for a client ' +
    'that has left by then, too.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  parameters: {
    delay: {
      kind: 'duration',
      default: 'PT3S',
      longest: 'PT10M',
      is: 'how long the request waits before anything else happens, at most PT10M',
    },
  },
  edge: ({ delay }) => ({ at: 'authentication', delayMs: Number(delay) }),
} satisfies Scenario;
