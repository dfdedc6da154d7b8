import type { Scenario } from '../scenario.ts';

export default {
  name: 'order-refused',
  group: 'refusals',
  title: 'Order refused by the provider',
  clientSees:
    'The provider refuses the order: HTTP 400 with `order_refused`. Nothing is ordered, and the offer can be ' +
    'ordered afterwards.',
  operations: ['createFlightOrder'],
  basis: { assumption: 'flight.provider-refusal' },
  rules: [],
  effects: { gds: { every: { order: 'refused' } } },
} satisfies Scenario;
