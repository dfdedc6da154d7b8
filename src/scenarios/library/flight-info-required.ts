import type { Scenario } from '../scenario.ts';

export default {
  name: 'flight-info-required',
  group: 'offers',
  title: 'Every transfer needs the flight',
  clientSees:
    'Every offer has `flightInfoRequired` true. A booking without `flight` returns 200 with status ' +
    '`failed` and `flight_info_required`; so does a change whose original has none.',
  operations: ['searchTransfers', 'searchReservationChanges'],
  basis: { assumption: 'transfer.company-terms' },
  rules: [],
  effects: { supplier: { flightInfo: 'required' } },
} satisfies Scenario;
