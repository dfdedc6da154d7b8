import { bookingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'failed',
  title: 'Refused by the supplier',
  clientSees: 'HTTP 200 with status `failed` and the error `supplier_rejected`. No reservation is made.',
  operations: bookingOperations,
  basis: 'documented',
  rules: [
    'transfer.booking.http-200-with-status',
    'transfer.booking.failed',
    'transfer.booking.status-decides',
    'transfer.booking.completed.confirm-only-then',
    'transfer.change.original-stays-active',
  ],
  effects: { supplier: { booking: { outcome: 'failed', reason: 'rejected' } } },
} satisfies Scenario;
