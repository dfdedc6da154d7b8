import { bookingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'completed',
  group: 'outcomes',
  title: 'Completed at once',
  clientSees: 'The booking returns `completed` with its reservation, as it does without a scenario.',
  operations: bookingOperations,
  basis: 'documented',
  rules: ['transfer.booking.completed'],
  effects: { supplier: { booking: { outcome: 'completed' } } },
} satisfies Scenario;
