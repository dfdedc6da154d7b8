import { committingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'dropped-after-commit',
  looksLike: 'dropped',
  group: 'lost-responses',
  title: 'Connection cut, work done',
  clientSees:
    'The connection is reset before a response, exactly as in the scenario `dropped`. The order or reservation ' +
    'exists, and a cancelled one is cancelled.',
  operations: committingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'after', connection: 'reset' },
} satisfies Scenario;
