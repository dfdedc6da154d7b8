import type { Scenario } from '../scenario.ts';

export default {
  name: 'search-expired',
  group: 'expiry',
  title: 'The search is no longer known',
  clientSees:
    'The search of the offer counts as unknown for this request: HTTP 400, with `offer_not_found` ' +
    'for a flight and `search_not_found` at the pricing of a transfer; booking and change confirmation return ' +
    '200 with status `failed` and `search_not_found`. Nothing is ordered or booked.',
  operations: [
    'getFlightOffer',
    'getRequiredFields',
    'createFlightOrder',
    'priceTransfer',
    'bookTransfer',
    'confirmReservationChange',
  ],
  basis: { assumption: 'offers.forgotten' },
  rules: [
    'flight-order.tracked-offer.same-offer',
    'transfer.identifiers.search-id',
    'transfer.booking.failed',
    'transfer.change.original-stays-active',
  ],
  effects: { expiry: 'forgotten' },
} satisfies Scenario;
