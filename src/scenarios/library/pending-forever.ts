import { bookingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'pending-forever',
  title: 'Pending without end',
  clientSees: 'The booking answers `pending`, and so does every read of it, however late.',
  operations: bookingOperations,
  basis: 'documented',
  rules: ['transfer.booking.pending', 'transfer.booking.pending.no-resend'],
  effects: { supplier: { booking: { outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null } } },
} satisfies Scenario;
