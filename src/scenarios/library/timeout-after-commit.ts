import { committingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'timeout-after-commit',
  looksLike: 'timeout',
  group: 'lost-responses',
  title: 'No response, work done',
  clientSees:
    'The request never gets a response, exactly as in the scenario `timeout`. The order or reservation exists, and ' +
    'a cancelled one is cancelled.',
  operations: committingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'after', connection: 'silent' },
} satisfies Scenario;
