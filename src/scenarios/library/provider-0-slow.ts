import type { Scenario } from '../scenario.ts';

export default {
  name: 'provider-0-slow',
  group: 'providers',
  title: 'Flight provider 0 is slow',
  clientSees:
    'The search waits for provider 0, in real time, for at most two seconds. A later provider counts as failed: ' +
    'HTTP 200 with the offers of gdsprovider 1 only. With a shorter `delay` the ' +
    'response is the usual one, late.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  parameters: {
    delay: { kind: 'duration', default: 'PT5S', longest: 'PT10M', is: 'delay of the provider, at most PT10M' },
  },
  effects: ({ delay }) => ({ gds: { 0: { delayMs: Number(delay) } } }),
} satisfies Scenario;
