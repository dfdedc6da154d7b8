import { bookingOperations } from '../operations.ts';
import { appearing, completedLate, shownLate } from '../outcomes.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502-late',
  shownAs: '502',
  group: 'lost-responses',
  title: 'Bad gateway, and the booking appears late',
  clientSees:
    'HTTP 502, exactly as in the scenario `502`. The booking was made, but the first read by `searchId` or ' +
    '`partnerTrackingId` does not find it; the second one, or any read 30 seconds later, does. Until then a ' +
    'reservation that is to be changed reads `confirmed`, and so does one that was cancelled. A client that ' +
    'sends the same booking again meanwhile gets that booking; the same cancellation again is refused with ' +
    '`reservation_already_cancelled`.',
  operations: [...bookingOperations, 'cancelReservation'],
  basis: { assumption: 'transfer.late-reads' },
  rules: [
    'transfer.502.did-not-complete',
    'transfer.502.proves-nothing',
    'transfer.502.keep-identifiers',
    'transfer.502.read-before-rebooking',
    'transfer.change.original-stays-active',
  ],
  parameters: appearing,
  edge: { at: 'after', error: 'upstream_failed' },
  effects: (values) => ({ supplier: { booking: completedLate(values), cancellation: shownLate(values) } }),
} satisfies Scenario;
