import type { Scenario } from '../scenario.ts';

export default {
  name: 'provider-1-slow',
  group: 'providers',
  title: 'Flight provider 1 is slow',
  clientSees:
    'The search waits for provider 1, in real time, for at most two seconds. A provider that is later than ' +
    'that counts as failed: HTTP 200 with the offers of gdsprovider 0 only. With a shorter `delay` the ' +
    'response is the usual one, late.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.provider-failure' },
  rules: ['flight-search.sources.active'],
  parameters: {
    delay: { kind: 'duration', default: 'PT5S', longest: 'PT10M', is: 'how late the provider responds, at most PT10M' },
  },
  effects: ({ delay }) => ({ gds: { 1: { delayMs: Number(delay) } } }),
} satisfies Scenario;
