import type { Scenario } from '../scenario.ts';

export default {
  name: 'documents-required',
  group: 'offers',
  title: 'Identity documents for every passenger',
  clientSees:
    'Every offer requires identity documents. Its required fields list them, and an order without them is ' +
    'refused with HTTP 400.',
  operations: ['searchFlights'],
  basis: 'documented',
  rules: ['offer.fields.passenger-identity-documents-required', 'flight-order.identity-documents.when-asked'],
  effects: { gds: { every: { documents: 'required' } } },
} satisfies Scenario;
