import { makingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'timeout',
  title: 'No answer, nothing done',
  clientSees: 'The call is never answered; the connection stays open until the client gives up. Nothing happened.',
  operations: makingOperations,
  basis: { assumption: 'errors.lost-answers' },
  rules: [],
  edge: { at: 'before', connection: 'silent' },
} satisfies Scenario;
