import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'slow',
  title: 'Slow',
  clientSees: 'The answer comes late, by three seconds unless `delay` says otherwise.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  parameters: { delay: { kind: 'duration', default: 'PT3S', is: 'how long the call waits before anything is done' } },
  edge: ({ delay }) => ({ at: 'before', delayMs: Number(delay) }),
} satisfies Scenario;
