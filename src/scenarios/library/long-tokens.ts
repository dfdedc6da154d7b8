import type { Scenario } from '../scenario.ts';

export default {
  name: 'long-tokens',
  group: 'odd-responses',
  title: 'Very long tokens',
  clientSees:
    'The bookingToken of every offer and its pricingToken have 200 characters, the maximum. A client that stores a ' +
    'part sends another token, and is refused.',
  operations: ['searchTransfers', 'searchReservationChanges'],
  basis: { assumption: 'transfer.identifier-shapes' },
  rules: [],
  effects: { tokenLength: 200 },
} satisfies Scenario;
