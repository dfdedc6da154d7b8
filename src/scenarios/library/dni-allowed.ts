import type { Scenario } from '../scenario.ts';

export default {
  name: 'dni-allowed',
  group: 'offers',
  title: 'Every offer accepts a dni',
  clientSees:
    'Every offer has `dni` among its identity documents, and so have its required fields. An order without ' +
    'NationalID is refused with HTTP 400 `national_id_required`.',
  operations: ['searchFlights'],
  basis: 'documented',
  rules: ['offer.fields.supported-passenger-id-documents'],
  effects: { gds: { every: { dni: 'allowed' } } },
} satisfies Scenario;
