import { operationsWithTexts } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'right-to-left-texts',
  group: 'odd-responses',
  title: 'Texts that run from right to left',
  clientSees:
    'The request is served. Texts for people begin in Arabic or Hebrew, with the usual text behind in parentheses: ' +
    'names of airlines, suppliers, drivers, amenities, fares, cities and airports, descriptions and pickup ' +
    'instructions.',
  operations: operationsWithTexts,
  basis: { assumption: 'service.texts' },
  rules: [],
  edge: { at: 'answer', shape: 'right-to-left-texts' },
} satisfies Scenario;
