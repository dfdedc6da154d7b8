import { body, calls } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';
import { randomHex } from '../values.ts';

export default [
  {
    name: 'writes-a-search-id-as-a-uuid',
    rule: 'transfer.identifiers.search-id',
    breaks: 'It sends the searchId with hyphens, as its database keeps it.',
    client: body('/pricing', (sent) => {
      sent.searchId = sent.searchId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    }),
  },
  {
    name: 'reads-by-an-id-of-its-own',
    rule: 'transfer.identifiers.search-id',
    breaks: 'It reads a reservation by the id of its own booking, sent as the searchId.',
    notInHar: 'an earlier search, before the recording began, may have returned the identifier',
    scenario: 'pending',
    consequences: { 'transfer.booking.pending.read-outcome': 'such reads show nothing of the booking' },
    client: calls('/reservations/details', (call) =>
      call.query && 'searchId' in call.query ? { ...call, query: { searchId: randomHex } } : call,
    ),
  },
  {
    name: 'sends-the-place-of-an-offer',
    rule: 'transfer.identifiers.result-id',
    breaks: 'It sends the place of an offer in its list as the resultId.',
    client: body('/pricing', (sent) => {
      sent.resultId = '0';
    }),
  },
  {
    name: 'sends-the-result-id-as-the-booking-token',
    rule: 'transfer.identifiers.booking-token',
    breaks: 'It sends the resultId in the place of the bookingToken.',
    client: body('/book', (sent) => {
      sent.bookingToken = sent.resultId;
    }),
  },
  {
    name: 'sends-the-search-id-as-the-pricing-token',
    rule: 'transfer.identifiers.pricing-token',
    breaks: 'It sends the searchId in the place of the pricingToken.',
    client: body('/book', (sent) => {
      sent.pricingToken = sent.searchId;
    }),
  },
  {
    name: 'follows-by-the-confirmation-number',
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'It asks for driver and vehicle with the confirmationNumber.',
    client: (good) => ({
      follow: (traveller, reservation) =>
        good.follow(traveller, { ...reservation, reservationId: reservation.confirmationNumber }),
    }),
  },
  {
    name: 'cancels-by-the-search-id',
    rule: 'transfer.identifiers.reservation-id',
    breaks: 'It cancels with the searchId.',
    client: (good) => ({
      cancel: (traveller, reservation) =>
        good.cancel(traveller, { ...reservation, reservationId: reservation.searchId }),
    }),
  },
  {
    name: 'sends-the-reservation-id-as-the-confirmation-number',
    rule: 'transfer.identifiers.confirmation-number',
    breaks: 'It reads a reservation with the reservationId as the confirmationNumber.',
    consequences: { 'transfer.booking.call-order': 'such a read shows nothing of the booking' },
    client: calls('/reservations/details', (call) =>
      call.query?.reservationId === undefined
        ? call
        : { ...call, query: { confirmationNumber: call.query.reservationId } },
    ),
  },
] satisfies BadClient[];
