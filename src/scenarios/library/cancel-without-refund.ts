import type { Scenario } from '../scenario.ts';

export default {
  name: 'cancel-without-refund',
  group: 'refusals',
  title: 'Cancelled without a refund',
  clientSees:
    'The reservation is cancelled, with `refundPercent` and `refundAmount` 0, as if the notice of every tier ' +
    'had passed.',
  operations: ['cancelReservation'],
  basis: { assumption: 'transfer.cancellation' },
  rules: [],
  effects: { supplier: { cancellation: { outcome: 'without-refund' } } },
} satisfies Scenario;
