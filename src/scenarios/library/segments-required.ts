import type { Scenario } from '../scenario.ts';

export default {
  name: 'segments-required',
  group: 'offers',
  title: 'Orders name their segments',
  clientSees:
    'Offers of gdsprovider 0 need segment metadata too, as those of gdsprovider 1 always do: an order without ' +
    'totalSegments is refused with HTTP 400 `total_segments_required`. The offers themselves look as usual.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.total-segments-providers' },
  rules: [],
  effects: { gds: { every: { segments: 'required' } } },
} satisfies Scenario;
