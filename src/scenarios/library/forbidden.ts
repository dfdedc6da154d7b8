import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'forbidden',
  group: 'authentication',
  title: 'Credentials refused',
  clientSees: 'HTTP 403 with `invalid_credentials`, although the headers are right.',
  operations: allOperations,
  basis: 'documented',
  rules: ['auth.invalid-credentials.403'],
  edge: { at: 'authentication', error: 'invalid_credentials' },
} satisfies Scenario;
