import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'nulls',
  group: 'odd-responses',
  title: 'Every nullable field is null',
  clientSees: 'The request is served. Every field of its response that may be null is null.',
  operations: allOperations,
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'nulls' },
} satisfies Scenario;
