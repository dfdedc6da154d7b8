import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'truncated-body',
  group: 'lost-responses',
  title: 'Half a response',
  clientSees: 'The request is served. Its response breaks off in the middle, and the connection is cut.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'answer', body: 'truncated' },
} satisfies Scenario;
