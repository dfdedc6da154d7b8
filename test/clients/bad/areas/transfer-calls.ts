import type { BookRequest, ChangeRequest } from '../../../../src/interface/api.ts';
import { body, calls } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'never-reads-a-booking',
    rule: 'transfer.booking.call-order',
    level: 'warn',
    breaks: 'It takes the response to a booking for all that there is to know, and never reads the reservation.',
    client: (good) => ({
      async ride(traveller, trip) {
        const only = { ...traveller, steps: { ...traveller.steps, read: async () => null, change: async () => null } };
        await good.ride(only, trip);
      },
    }),
  },
  {
    name: 'books-from-the-search',
    rule: 'transfer.pricing.mandatory',
    breaks: 'It books a search result without pricing it.',
    consequences: { 'transfer.booking.call-order': 'pricing is the call before it' },
    client: body('/book', (sent) => {
      delete sent.pricingToken;
    }),
  },
  {
    name: 'takes-the-booking-token-for-a-pricing-token',
    rule: 'transfer.pricing.mandatory',
    breaks: 'It sends the bookingToken as the pricingToken, and prices nothing.',
    consequences: {
      'transfer.booking.call-order': 'pricing is the call before it',
      'transfer.pricing.without-amenities': 'no pricing is made at all',
    },
    client: () => ({ price: (_traveller, { bookingToken }) => Promise.resolve(bookingToken) }),
  },
  {
    name: 'prices-only-amenities',
    rule: 'transfer.pricing.without-amenities',
    breaks: 'It prices an offer only when amenities are chosen, and books without a pricingToken otherwise.',
    notInHar: 'the pricing may have come before the recording began',
    consequences: {
      'transfer.booking.call-order': 'pricing is the call before it',
      'transfer.pricing.mandatory': 'no pricing is made at all',
    },
    client: () => ({
      price: () => Promise.resolve(''),
      fillBooking: ({ number }, { search: { searchId }, offer: { resultId, bookingToken } }) => ({
        searchId,
        resultId,
        bookingToken,
        traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
        partnerTrackingId: `trip-${number}`,
      }),
    }),
  },
  {
    name: 'cancels-before-the-change-is-confirmed',
    rule: 'transfer.change.call-order',
    breaks: 'It cancels the original reservation before it confirms the change.',
    client: (good) => ({
      async confirmChange(traveller, change) {
        await good.cancel(traveller, { reservationId: change.reservationId } as Parameters<typeof good.cancel>[1]);
        return good.confirmChange(traveller, change);
      },
    }),
  },
  {
    name: 'confirms-a-change-with-an-ordinary-search',
    rule: 'transfer.change.call-order',
    breaks: 'It searches a change like a new reservation.',
    client: (good) => ({
      searchChange: (traveller, { pickupDateTime = '' }) =>
        good.searchTransfer(traveller, {
          pickup: { iataCode: 'MAD' },
          dropoff: { address: 'Calle de Alcalá 42, Madrid' },
          pickupDateTime,
          passengers: 2,
        }),
    }),
  },
  {
    name: 'confirms-a-change-without-pricing-it',
    rule: 'transfer.change.call-order',
    breaks: 'It confirms a change straight from its search.',
    consequences: { 'transfer.identifiers.pricing-token': 'without a pricing there is no pricingToken' },
    client: (good) => ({
      confirmChange: (traveller, change) =>
        good.confirmChange(traveller, without(change, 'pricingToken') as ChangeRequest),
    }),
  },
  {
    name: 'reads-without-an-identifier',
    rule: 'transfer.identifiers.needed-later',
    breaks: 'It reads reservations without saying which.',
    consequences: { 'transfer.booking.call-order': 'a read without an identifier reads no booking' },
    client: calls('/reservations/details', ({ method, path }) => ({ method, path })),
  },
  {
    name: 'cancels-without-an-identifier',
    rule: 'transfer.identifiers.needed-later',
    breaks: 'It has lost the reservationId when it cancels.',
    client: body('/reservations/cancel', (sent) => {
      delete sent.reservationId;
    }),
  },
] satisfies BadClient[];

function without(sent: BookRequest | ChangeRequest, name: 'pricingToken'): object {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name));
}
