import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'unknown-fields',
  title: 'Fields that nobody told you of',
  clientSees: 'The call is served. Every object of its answer has fields more than the interface lists, at its end.',
  operations: allOperations,
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'unknown-fields' },
} satisfies Scenario;
