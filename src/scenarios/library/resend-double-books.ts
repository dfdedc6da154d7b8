import type { Scenario } from '../scenario.ts';

export default {
  name: 'resend-double-books',
  title: 'A booking sent again is booked again',
  clientSees:
    'The first booking is as usual. The same request sent again does not return that booking: it makes another ' +
    'one, with a reservation of its own. A read by `searchId` lists both, the latest first. A service that cannot ' +
    'tell a resend from a new booking behaves like this.',
  operations: ['bookTransfer'],
  basis: { assumption: 'transfer.resend' },
  rules: ['transfer.booking.pending.no-resend', 'transfer.502.read-before-rebooking'],
  effects: { resend: 'books-again' },
} satisfies Scenario;
