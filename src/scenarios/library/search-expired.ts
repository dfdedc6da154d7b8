import type { Scenario } from '../scenario.ts';

export default {
  name: 'search-expired',
  title: 'The search is not known any more',
  clientSees: 'The search that the offer came from counts as unknown at this call: HTTP 400 with `offer_not_found`. Nothing is ordered.',
  operations: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
  basis: { assumption: 'flight.offer-rejections' },
  rules: ['flight-order.tracked-offer.same-offer'],
  effects: { expiry: 'forgotten' },
} satisfies Scenario;
