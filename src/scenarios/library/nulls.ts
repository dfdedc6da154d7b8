import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'nulls',
  title: 'Everything null that may be',
  clientSees: 'The call is served. Every field of its answer that may be null is null.',
  operations: allOperations,
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'nulls' },
} satisfies Scenario;
