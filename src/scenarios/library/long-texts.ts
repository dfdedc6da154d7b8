import { operationsWithTexts } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'long-texts',
  group: 'odd-responses',
  title: 'Very long texts',
  clientSees:
    'The request is served. Texts for people have 500 characters: names of airlines, suppliers, drivers, amenities, ' +
    'fares, cities and airports, descriptions and pickup instructions.',
  operations: operationsWithTexts,
  basis: { assumption: 'service.texts' },
  rules: [],
  edge: { at: 'answer', shape: 'long-texts' },
} satisfies Scenario;
