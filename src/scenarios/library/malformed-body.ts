import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'malformed-body',
  title: 'An answer that is no JSON',
  clientSees: 'The call is served. Its answer is whole, with the right status and length, and is not valid JSON.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'answer', body: 'malformed' },
} satisfies Scenario;
