import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'malformed-body',
  group: 'lost-responses',
  title: 'A response that is not JSON',
  clientSees:
    'The request is served. Its response is complete, with the right status and length, and is not valid JSON.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'answer', body: 'malformed' },
} satisfies Scenario;
