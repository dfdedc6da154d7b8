import { bookingOperations } from '../operations.ts';
import { pendingUntil, refusing, settling } from '../outcomes.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'pending-then-failed',
  looksLike: 'pending',
  group: 'outcomes',
  title: 'Pending, then failed',
  clientSees:
    'The booking returns `pending`. The first read is still `pending`; the second one, or any read 30 seconds ' +
    'later, is `failed` with `supplier_rejected`. No reservation is made; a reservation that was to be changed ' +
    'stays as it is.',
  operations: bookingOperations,
  basis: 'documented',
  rules: [
    'transfer.booking.pending',
    'transfer.booking.pending.read-outcome',
    'transfer.booking.pending.no-resend',
    'transfer.booking.status-decides',
    'transfer.booking.failed',
    'transfer.change.original-stays-active',
  ],
  parameters: { ...settling, ...refusing },
  effects: (values) => ({ supplier: { booking: pendingUntil('failed', values) } }),
} satisfies Scenario;
