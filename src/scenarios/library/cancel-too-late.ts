import type { Scenario } from '../scenario.ts';

export default {
  name: 'cancel-too-late',
  group: 'refusals',
  title: 'It is too late to cancel',
  clientSees:
    'The cancellation is refused as too late, as at the time of pickup: HTTP 400 with `reservation_not_cancellable`. ' +
    'The reservation stays confirmed.',
  operations: ['cancelReservation'],
  basis: { assumption: 'transfer.cancellation' },
  rules: [],
  effects: { supplier: { cancellation: { outcome: 'too-late' } } },
} satisfies Scenario;
