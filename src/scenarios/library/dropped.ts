import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'dropped',
  group: 'lost-responses',
  title: 'Connection cut, nothing done',
  clientSees: 'The connection is reset before a response. Nothing happened.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'before', connection: 'reset' },
} satisfies Scenario;
