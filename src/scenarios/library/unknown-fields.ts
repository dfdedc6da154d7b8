import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'unknown-fields',
  group: 'odd-responses',
  title: 'Undocumented fields',
  clientSees: 'The request is served. Every object of its response ends with unlisted fields.',
  operations: allOperations,
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'unknown-fields' },
} satisfies Scenario;
