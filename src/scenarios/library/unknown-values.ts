import type { Scenario } from '../scenario.ts';

export default {
  name: 'unknown-values',
  group: 'odd-responses',
  title: 'Unlisted values',
  clientSees:
    'The request is served. Its response has values that the interface does not list: the type of the last piece of ' +
    'baggage is `sports_equipment`, every list of document types begins with `residence_permit`, and the vehicle ' +
    'class of every other offer or reservation, the first one included, is `air_taxi`.',
  operations: [
    'searchFlights',
    'getFlightOffer',
    'getRequiredFields',
    'searchTransfers',
    'bookTransfer',
    'getReservation',
    'searchReservationChanges',
    'confirmReservationChange',
  ],
  basis: { assumption: 'answers.to-come' },
  rules: [],
  edge: { at: 'answer', shape: 'unknown-values' },
} satisfies Scenario;
