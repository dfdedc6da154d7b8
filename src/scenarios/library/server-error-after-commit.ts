import { committingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'server-error-after-commit',
  shownAs: 'server-error',
  group: 'lost-responses',
  title: 'Internal server error, work done',
  clientSees:
    'HTTP 500 with `internal_error`, exactly as in the scenario `server-error`. The order or reservation exists, ' +
    'and a cancelled one is cancelled.',
  operations: committingOperations,
  basis: 'documented',
  rules: ['errors.flight.500-internal'],
  edge: { at: 'after', error: 'internal_error' },
} satisfies Scenario;
