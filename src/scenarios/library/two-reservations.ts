import type { Scenario } from '../scenario.ts';

export default {
  name: 'two-reservations',
  group: 'outcomes',
  title: 'One booking, two reservations',
  clientSees:
    'The booking makes two reservations, for a party in two vehicles: `reservations` has both, each with its own ' +
    'ids and its part of the price. Each can be read, changed and cancelled separately.',
  operations: ['bookTransfer'],
  basis: { assumption: 'transfer.several-reservations' },
  rules: ['transfer.booking.completed'],
  effects: { supplier: { booking: { outcome: 'completed', reservations: 2 } } },
} satisfies Scenario;
