import type { Scenario } from '../scenario.ts';

export default {
  name: 'cancel-refused',
  group: 'refusals',
  title: 'The supplier refuses the cancellation',
  clientSees:
    'HTTP 400 with `reservation_not_cancellable`, although the reservation is marked as cancellable. It ' +
    'stays confirmed.',
  operations: ['cancelReservation'],
  basis: { assumption: 'transfer.cancellation' },
  rules: [],
  effects: { supplier: { cancellation: { outcome: 'refused' } } },
} satisfies Scenario;
