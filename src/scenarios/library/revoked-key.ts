import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'revoked-key',
  looksLike: 'forbidden',
  group: 'authentication',
  title: 'A revoked credential',
  clientSees:
    'HTTP 403 with `invalid_credentials`, as if the credential had been revoked since the last request. ' +
    'Retrying does not help.',
  operations: allOperations,
  basis: 'documented',
  rules: ['auth.invalid-credentials.403'],
  edge: { at: 'authentication', error: 'invalid_credentials' },
} satisfies Scenario;
