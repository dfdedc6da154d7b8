import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'timeout',
  group: 'lost-responses',
  title: 'No response, nothing done',
  clientSees:
    'The request never gets a response; the connection stays open until the client gives up. Nothing happened.',
  operations: allOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'before', connection: 'silent' },
} satisfies Scenario;
