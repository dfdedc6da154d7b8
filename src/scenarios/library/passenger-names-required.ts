import type { Scenario } from '../scenario.ts';

export default {
  name: 'passenger-names-required',
  group: 'offers',
  title: 'Every transfer needs the names of all passengers',
  clientSees:
    'Every offer for more than one passenger has `extraPassengersRequired` true. A booking without all ' +
    '`extraPassengers` returns 200 with status `failed` and `extra_passengers_required`.',
  operations: ['searchTransfers', 'searchReservationChanges'],
  basis: { assumption: 'transfer.company-terms' },
  rules: [],
  effects: { supplier: { passengerNames: 'required' } },
} satisfies Scenario;
