import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'unauthorized',
  group: 'authentication',
  title: 'Credentials not accepted',
  clientSees: 'HTTP 401 with `invalid_credentials`, although the headers are right.',
  operations: allOperations,
  basis: 'documented',
  rules: ['auth.invalid-credentials.401'],
  edge: { at: 'authentication', error: 'malformed_credentials' },
} satisfies Scenario;
