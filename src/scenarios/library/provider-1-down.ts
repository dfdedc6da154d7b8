import type { Scenario } from '../scenario.ts';

export default {
  name: 'provider-1-down',
  group: 'providers',
  title: 'Flight provider 1 is down',
  clientSees: 'HTTP 200 with the offers of gdsprovider 0 only.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  effects: { gds: { 1: { search: 'down' } } },
} satisfies Scenario;
