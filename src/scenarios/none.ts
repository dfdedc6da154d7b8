import { allOperations } from './operations.ts';
import type { Scenario } from './scenario.ts';

/** What `none` selects: nothing acts. Alone it disables what is armed; in a sequence a request passes as usual. */
export const NONE = {
  name: 'none',
  group: 'odd-responses',
  title: 'Nothing acts',
  clientSees: 'The request is served as usual.',
  operations: allOperations,
  basis: 'documented',
  rules: [],
} satisfies Scenario;
