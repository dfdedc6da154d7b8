import { bookingOperations } from '../operations.ts';
import { refusalOf, refusing } from '../outcomes.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'failed',
  group: 'outcomes',
  title: 'Refused by the supplier',
  clientSees:
    'HTTP 200 with status `failed` and the error `supplier_rejected`, or the one of another `reason`. No ' +
    'reservation is made.',
  operations: bookingOperations,
  basis: 'documented',
  rules: [
    'transfer.booking.http-200-with-status',
    'transfer.booking.failed',
    'transfer.booking.status-decides',
    'transfer.booking.completed.confirm-only-then',
    'transfer.change.original-stays-active',
  ],
  parameters: refusing,
  effects: (values) => ({ supplier: { booking: { outcome: 'failed', reason: refusalOf(values) ?? 'rejected' } } }),
} satisfies Scenario;
