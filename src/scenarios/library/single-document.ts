import type { Scenario } from '../scenario.ts';

export default {
  name: 'single-document',
  group: 'odd-responses',
  title: 'Document types as a single text',
  clientSees:
    'Every offer has `supportedPassengerIdDocuments` as a string with its first type, as in the sample of the ' +
    'document, in place of a list; an offer without types has an empty list. The offers can be ordered as usual.',
  operations: ['searchFlights', 'getFlightOffer'],
  basis: 'documented',
  rules: ['offer.fields.supported-passenger-id-documents'],
  edge: { at: 'answer', shape: 'single-document' },
} satisfies Scenario;
