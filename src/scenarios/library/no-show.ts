import type { Scenario } from '../scenario.ts';

export default {
  name: 'no-show',
  group: 'ride',
  title: 'The traveller does not come',
  clientSees:
    'The vehicle arrives at the pickup place and stays there: the status stays `arrived`, and neither ' +
    '`on_board` nor `completed` follows.',
  operations: ['getTracking'],
  basis: { assumption: 'transfer.tracking' },
  rules: [],
  effects: { supplier: { tracking: 'no-show' } },
} satisfies Scenario;
