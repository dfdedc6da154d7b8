import { transferOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502',
  group: 'lost-responses',
  title: 'Bad gateway, nothing done',
  clientSees: 'HTTP 502. Nothing happened: a later read finds no reservation.',
  operations: transferOperations,
  basis: 'documented',
  rules: [
    'transfer.502.did-not-complete',
    'transfer.502.proves-nothing',
    'transfer.502.keep-identifiers',
    'transfer.502.read-before-rebooking',
  ],
  edge: { at: 'before', error: 'upstream_failed' },
} satisfies Scenario;
