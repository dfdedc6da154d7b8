import type { Scenario } from '../scenario.ts';

export default {
  name: 'booking-links',
  group: 'odd-responses',
  title: 'Offers with a booking link',
  clientSees:
    'Offers of gdsprovider 0 end with `offerLink`, the address of a booking page; it is null for gdsprovider 1. The ' +
    'offers can be ordered as usual.',
  operations: ['searchFlights', 'getFlightOffer'],
  basis: { assumption: 'flight.booking-links' },
  rules: ['flight-search.offers.booking-links-optional'],
  edge: { at: 'answer', shape: 'booking-links' },
} satisfies Scenario;
