import type { Scenario } from '../scenario.ts';

export default {
  name: 'unknown-status',
  group: 'odd-responses',
  title: 'An unlisted status',
  clientSees:
    'The request is served. The status of its response is `on_request`, which the interface does not list; a ' +
    'later read returns the real status.',
  operations: ['createFlightOrder', 'bookTransfer', 'getReservation', 'confirmReservationChange', 'getTracking'],
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'unknown-status' },
} satisfies Scenario;
