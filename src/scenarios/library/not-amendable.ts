import type { Scenario } from '../scenario.ts';

export default {
  name: 'not-amendable',
  group: 'refusals',
  title: 'Reservations cannot be changed',
  clientSees:
    'No offer of a search is amendable, and its reservation cannot be changed. A change ' +
    'search is refused with HTTP 400 `reservation_not_changeable`, and a change confirmation returns 200 with ' +
    'status `failed` and that code, even if the reservation is marked as amendable. The reservation ' +
    'stays as it is.',
  operations: ['searchTransfers', 'searchReservationChanges', 'confirmReservationChange'],
  basis: { assumption: 'transfer.change-refusals' },
  rules: [],
  effects: { supplier: { change: 'refused' } },
} satisfies Scenario;
