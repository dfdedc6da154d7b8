import type { Scenario } from '../scenario.ts';

export default {
  name: 'price-changed',
  group: 'refusals',
  title: 'The price has changed',
  clientSees:
    'The provider refuses the order because its price has changed: HTTP 400 with `price_changed`. Nothing is ' +
    'ordered, and the offer can be ordered afterwards.',
  operations: ['createFlightOrder'],
  basis: { assumption: 'flight.provider-refusal' },
  rules: [],
  effects: { gds: { every: { order: 'price-changed' } } },
} satisfies Scenario;
