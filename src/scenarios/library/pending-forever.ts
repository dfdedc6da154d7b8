import { bookingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'pending-forever',
  looksLike: 'pending',
  group: 'outcomes',
  title: 'Pending forever',
  clientSees: 'The booking returns `pending`, and so does every later read of it.',
  operations: bookingOperations,
  basis: 'documented',
  rules: ['transfer.booking.pending', 'transfer.booking.pending.no-resend'],
  effects: { supplier: { booking: { outcome: 'pending', settlesTo: 'completed', afterReads: null, afterMs: null } } },
} satisfies Scenario;
