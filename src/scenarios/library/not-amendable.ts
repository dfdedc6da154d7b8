import type { Scenario } from '../scenario.ts';

export default {
  name: 'not-amendable',
  group: 'refusals',
  title: 'Reservations cannot be changed',
  clientSees:
    'Every offer of a search says that it is not amendable, and its reservation cannot be changed. A change ' +
    'search is refused with HTTP 400 `reservation_not_changeable`, and a change confirmation returns 200 with ' +
    'status `failed` and that code, even where the reservation says that it is amendable. The reservation ' +
    'stays as it is.',
  operations: ['searchTransfers', 'searchReservationChanges', 'confirmReservationChange'],
  basis: { assumption: 'transfer.change-refusals' },
  rules: [],
  effects: { supplier: { change: 'refused' } },
} satisfies Scenario;
