import type { Scenario } from '../scenario.ts';

export default {
  name: 'tracking-lost',
  group: 'ride',
  title: 'The vehicle sends no position',
  clientSees:
    'Once the vehicle has departed, `location` is null, the status stays `en_route` and no further event ' +
    'follows, regardless of the progress of the ride.',
  operations: ['getTracking'],
  basis: { assumption: 'transfer.tracking' },
  rules: [],
  effects: { supplier: { tracking: 'lost' } },
} satisfies Scenario;
