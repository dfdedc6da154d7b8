import { makingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'dropped',
  title: 'Connection cut, nothing done',
  clientSees: 'The connection is reset before an answer. Nothing happened.',
  operations: makingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'before', connection: 'reset' },
} satisfies Scenario;
