import { gdsproviders } from '../../interface/gdsproviders.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'provider-down',
  group: 'providers',
  title: 'A flight provider is down',
  clientSees: 'HTTP 200 with the offers of the other providers only.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  parameters: {
    provider: { kind: 'choice', of: gdsproviders.map(String), default: '0', is: 'number of the provider' },
  },
  effects: ({ provider }) => ({ gds: { [Number(provider)]: { search: 'down' } } }),
} satisfies Scenario;
