import { makingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'dropped-after-commit',
  title: 'Connection cut, but it was done',
  clientSees:
    'The connection is reset before an answer, exactly as in the scenario `dropped`. The order or reservation exists all the same.',
  operations: makingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'after', connection: 'reset' },
} satisfies Scenario;
