import { bookingOperations } from '../operations.ts';
import { pendingUntil, settling } from '../outcomes.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'pending',
  group: 'outcomes',
  title: 'Pending, then completed',
  clientSees:
    'The booking returns `pending` without reservations. The first read is still `pending`; the second one, or ' +
    'any read 30 seconds later, is `completed`.',
  operations: bookingOperations,
  basis: 'documented',
  rules: [
    'transfer.booking.pending',
    'transfer.booking.pending.read-outcome',
    'transfer.booking.pending.no-resend',
    'transfer.booking.completed',
    'transfer.booking.completed.confirm-only-then',
    'transfer.change.original-stays-active',
  ],
  parameters: settling,
  effects: (values) => ({ supplier: { booking: pendingUntil('completed', values) } }),
} satisfies Scenario;
