import type { Scenario } from '../scenario.ts';

export default {
  name: 'hold-unavailable',
  group: 'refusals',
  title: 'Nothing can be held',
  clientSees:
    'No offer of a search can be held. An order of type `hold` is refused with HTTP 400 `hold_not_available`, ' +
    'even if the offer was holdable; nothing is ordered, and the offer can still be ordered ' +
    'at once.',
  operations: ['searchFlights', 'createFlightOrder'],
  basis: 'documented',
  rules: [
    'offer.hold-options.available',
    'flight-order.hold.only-when-supported',
    'flight-order.hold-id.only-when-supported',
  ],
  effects: { gds: { every: { hold: 'unavailable' } } },
} satisfies Scenario;
