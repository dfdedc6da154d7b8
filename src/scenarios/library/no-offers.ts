import type { Scenario } from '../scenario.ts';

export default {
  name: 'no-offers',
  group: 'providers',
  title: 'Nothing found',
  clientSees: 'HTTP 200 with an empty list of offers.',
  operations: ['searchFlights', 'searchTransfers', 'searchReservationChanges'],
  basis: { assumption: 'flight.offers-per-search' },
  rules: ['flight-search.response.offers'],
  effects: { gds: { every: { search: 'empty' } }, supplier: { search: 'empty' } },
} satisfies Scenario;
