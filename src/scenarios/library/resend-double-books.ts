import { creatingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: 'resend-double-books',
  group: 'lost-responses',
  title: 'A resend makes another booking or order',
  clientSees:
    'The first booking, change or order is processed as usual. The same request sent again, under any scenario, ' +
    'does not return the first result: it makes another reservation or order with its own ids. A ' +
    'change sent again makes a reservation that replaces nothing. Every reservation can be read. A service ' +
    'that cannot tell a resend from a new request behaves like this.',
  operations: creatingOperations,
  basis: { assumption: 'transfer.resend' },
  rules: ['transfer.booking.pending.no-resend', 'transfer.502.read-before-rebooking'],
  effects: { resend: 'books-again' },
} satisfies Scenario;
