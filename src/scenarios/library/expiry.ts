import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'expired-offer',
    title: 'The flight offer expired a moment ago',
    clientSees: 'The offer counts as expired for this request: HTTP 400 with `offer_expired`. Nothing is ordered.',
    operations: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
    basis: 'documented',
    rules: ['offer.expiry.ends-offer'],
    effects: { expiry: 'reached' },
  },
  {
    name: 'expired-token',
    title: 'The offer expired a moment ago',
    clientSees:
      'The offer counts as expired for this request: pricing returns 400, booking and change confirmation return ' +
      '200 with status `failed`, both with `token_expired`.',
    operations: ['priceTransfer', 'bookTransfer', 'confirmReservationChange'],
    basis: 'documented',
    rules: ['transfer.token.expires-with-offer', 'transfer.booking.failed'],
    effects: { expiry: 'reached' },
  },
  {
    name: 'expires-between-pricing-and-book',
    title: 'The offer ends before the booking',
    clientSees:
      'The pricing returns as usual, with an `expiresAt` in the future. After the pricing its `pricingToken` does ' +
      'not work: booking and change confirmation return 200 with status `failed` and `token_expired`. The offer can ' +
      'be priced again.',
    operations: ['priceTransfer'],
    basis: { assumption: 'transfer.early-expiry' },
    rules: ['transfer.token.expires-with-offer'],
    effects: { pricing: 'expires-at-once' },
  },
  {
    name: 'search-expired',
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
  },
  {
    name: 'short-lived',
    title: 'Offers that expire soon',
    clientSees:
      'The offers of this search, and the tokens of transfers with them, expire ten seconds later, or after ' +
      'another `lifetime`: their `expiresAt` states it. Then they count as expired, and after the same time again, ' +
      'as unknown.',
    operations: ['searchFlights', 'searchTransfers', 'searchReservationChanges'],
    basis: 'documented',
    rules: ['offer.expiry.ends-offer', 'offer.fields.expires-at', 'transfer.offer.expires-at'],
    parameters: {
      lifetime: {
        kind: 'duration',
        default: 'PT10S',
        shortest: 'PT1S',
        longest: 'PT15M',
        is: 'lifetime of the offers, from PT1S to PT15M',
      },
    },
    effects: ({ lifetime }) => ({ lifetimeMs: Number(lifetime) }),
  },
] satisfies LibraryScenario[];
