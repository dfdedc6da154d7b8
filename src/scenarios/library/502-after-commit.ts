import type { Scenario } from '../scenario.ts';

export default {
  name: '502-after-commit',
  shownAs: '502',
  group: 'lost-responses',
  title: 'Bad gateway, work done',
  clientSees:
    'HTTP 502, exactly as in the scenario `502`. The reservation exists and can be read; a cancelled one is cancelled.',
  operations: ['bookTransfer', 'confirmReservationChange', 'cancelReservation'],
  basis: 'documented',
  rules: [
    'transfer.502.did-not-complete',
    'transfer.502.proves-nothing',
    'transfer.502.keep-identifiers',
    'transfer.502.read-before-rebooking',
  ],
  edge: { at: 'after', error: 'upstream_failed' },
} satisfies Scenario;
