import { bookingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'pending-then-failed',
  title: 'Pending, then failed',
  clientSees: 'The booking answers `pending`. The first read is still `pending`; the second one, or any read 30 seconds later, is `failed` with `supplier_rejected`. No reservation is made; a reservation that was to be changed stays as it is.',
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
  effects: { supplier: { booking: { outcome: 'pending', settlesTo: 'failed', afterReads: 1, afterMs: 30_000, reason: 'rejected' } } },
} satisfies Scenario;
