import { makingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'timeout-after-commit',
  title: 'No answer, but it was done',
  clientSees:
    'The call is never answered, exactly as in the scenario `timeout`. The order or reservation exists all the same.',
  operations: makingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'after', connection: 'silent' },
} satisfies Scenario;
