import type { Scenario } from '../scenario.ts';

export default {
  name: 'booking-links',
  group: 'odd-responses',
  title: 'Offers with a booking link',
  clientSees:
    'Offers of gdsprovider 0 end with `offerLink`, the address of a page on which the offer can be booked; in those ' +
    'of gdsprovider 1 it is null. The offers can be ordered as usual.',
  operations: ['searchFlights', 'getFlightOffer'],
  basis: { assumption: 'flight.booking-links' },
  rules: ['flight-search.offers.booking-links-optional'],
  edge: { at: 'answer', shape: 'booking-links' },
} satisfies Scenario;
