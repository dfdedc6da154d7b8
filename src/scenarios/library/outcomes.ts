import { bookingOperations } from '../operations.ts';
import { pendingUntil, refusalOf, refusing, settling } from '../outcomes.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'completed',
    title: 'Completed at once',
    clientSees: 'The booking returns `completed` with its reservation, as it does without a scenario.',
    operations: bookingOperations,
    basis: 'documented',
    rules: ['transfer.booking.completed'],
    effects: { supplier: { booking: { outcome: 'completed' } } },
  },
  {
    name: 'failed',
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
  },
  {
    name: 'pending-forever',
    looksLike: 'pending',
    title: 'Pending forever',
    clientSees: 'The booking returns `pending`, and so does every later read of it.',
    operations: bookingOperations,
    basis: 'documented',
    rules: ['transfer.booking.pending', 'transfer.booking.pending.no-resend'],
    effects: { supplier: { booking: { outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null } } },
  },
  {
    name: 'pending-then-failed',
    looksLike: 'pending',
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
  },
  {
    name: 'pending',
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
  },
  {
    name: 'two-reservations',
    title: 'One booking, two reservations',
    clientSees:
      'The booking makes two reservations, for a party in two vehicles: `reservations` has both, each with its own ' +
      'ids and its part of the price. Each can be read, changed and cancelled separately.',
    operations: ['bookTransfer'],
    basis: { assumption: 'transfer.several-reservations' },
    rules: ['transfer.booking.completed'],
    effects: { supplier: { booking: { outcome: 'completed', reservations: 2 } } },
  },
] satisfies LibraryScenario[];
