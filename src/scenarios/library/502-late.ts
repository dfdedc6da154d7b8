import { bookingOperations } from '../operations.ts';
import { appearing, completedLate } from '../outcomes.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502-late',
  shownAs: '502',
  group: 'lost-responses',
  title: 'Bad gateway, and what was done appears late',
  clientSees:
    'HTTP 502, exactly as in the scenario `502`. The booking was made, but the first read by `searchId` or ' +
    '`partnerTrackingId` does not find it; the second one, or any read 30 seconds later, does. Until then a ' +
    'reservation that is to be changed reads `confirmed`. A client that sends the same request again meanwhile ' +
    'gets that booking.',
  operations: bookingOperations,
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
  effects: (values) => ({ supplier: { booking: completedLate(values) } }),
} satisfies Scenario;
