import type { Scenario } from '../scenario.ts';

export default {
  name: 'hold-price-not-guaranteed',
  group: 'offers',
  title: 'Seats are held without a guaranteed price',
  clientSees:
    'Offers that can be held have no price guarantee beyond their own lifetime: `priceGuarantedUntil` is the ' +
    '`expiresAt` of the offer, and a hold of it returns `holdPriceGuaranteed` false.',
  operations: ['searchFlights'],
  basis: { assumption: 'flight.hold-price-guarantee' },
  rules: ['offer.hold-options.both-timestamps', 'offer.hold-options.price-guaranted-until'],
  effects: { gds: { every: { hold: 'not-guaranteed' } } },
} satisfies Scenario;
