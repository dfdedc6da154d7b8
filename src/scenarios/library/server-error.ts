import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'server-error',
  group: 'lost-responses',
  title: 'Internal server error',
  clientSees: 'HTTP 500 with `internal_error`. Nothing happened.',
  operations: allOperations,
  basis: 'documented',
  rules: ['errors.flight.500-internal'],
  edge: { at: 'before', error: 'internal_error' },
} satisfies Scenario;
