import { allOperations } from '../operations.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'forbidden',
    title: 'Credentials refused',
    clientSees: 'HTTP 403 with `invalid_credentials`, although the headers are right.',
    operations: allOperations,
    basis: 'documented',
    rules: ['auth.invalid-credentials.403'],
    edge: { at: 'authentication', error: 'invalid_credentials' },
  },
  {
    name: 'revoked-key',
    looksLike: 'forbidden',
    title: 'A revoked credential',
    clientSees:
      'HTTP 403 with `invalid_credentials`, as if the credential had been revoked since the last request. ' +
      'Retrying does not help.',
    operations: allOperations,
    basis: 'documented',
    rules: ['auth.invalid-credentials.403'],
    edge: { at: 'authentication', error: 'invalid_credentials' },
  },
  {
    name: 'unauthorized',
    title: 'Credentials not accepted',
    clientSees: 'HTTP 401 with `invalid_credentials`, although the headers are right.',
    operations: allOperations,
    basis: 'documented',
    rules: ['auth.invalid-credentials.401'],
    edge: { at: 'authentication', error: 'malformed_credentials' },
  },
] satisfies LibraryScenario[];
