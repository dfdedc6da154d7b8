import type { Scenario } from '../scenario.ts';

export default {
  name: 'expired-offer',
  group: 'expiry',
  title: 'The flight offer expired a moment ago',
  clientSees: 'The offer counts as expired for this request: HTTP 400 with `offer_expired`. Nothing is ordered.',
  operations: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
  basis: 'documented',
  rules: ['offer.expiry.ends-offer'],
  effects: { expiry: 'reached' },
} satisfies Scenario;
