import type { Scenario } from '../scenario.ts';

export default {
  name: 'provider-0-down',
  group: 'providers',
  title: 'Flight provider 0 is down',
  clientSees: 'HTTP 200 with the offers of gdsprovider 1 only.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  effects: { gds: { 0: { search: 'down' } } },
} satisfies Scenario;
