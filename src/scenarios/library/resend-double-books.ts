import type { Scenario } from '../scenario.ts';

export default {
  name: 'resend-double-books',
  title: 'A booking sent again is booked again',
  clientSees:
    'A first booking is answered as usual. The same request sent again is not answered with that booking: it makes another one, with a reservation of its own. A read by `searchId` tells the latest; the earlier one is there too, under its `reservationId`. So it goes with a service that cannot tell a resend from a new booking.',
  operations: ['bookTransfer'],
  basis: { assumption: 'transfer.resend' },
  rules: ['transfer.booking.pending.no-resend', 'transfer.502.read-before-rebooking'],
  effects: { resend: 'books-again' },
} satisfies Scenario;
