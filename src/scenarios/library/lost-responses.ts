import { asking, askingToWait } from '../gateways.ts';
import {
  allOperations,
  bookingOperations,
  committingOperations,
  creatingOperations,
  transferOperations,
} from '../operations.ts';
import { appearing, completedLate, shownLate } from '../outcomes.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: '502-after-commit',
    shownAs: '502',
    title: 'Bad gateway, work done',
    clientSees:
      'HTTP 502, exactly as in the scenario `502`. The reservation exists and can be read; a cancelled one is ' +
      'cancelled.',
    operations: ['bookTransfer', 'confirmReservationChange', 'cancelReservation'],
    basis: 'documented',
    rules: [
      'transfer.502.did-not-complete',
      'transfer.502.proves-nothing',
      'transfer.502.keep-identifiers',
      'transfer.502.read-before-rebooking',
    ],
    edge: { at: 'after', error: 'upstream_failed' },
  },
  {
    name: '502-empty-after-commit',
    shownAs: '502-empty',
    title: 'Bad gateway without a body, work done',
    clientSees:
      'HTTP 502 of a gateway, exactly as in the scenario `502-empty`. The order or reservation exists, and a ' +
      'cancelled one is cancelled.',
    operations: committingOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: { at: 'after', gateway: { status: 502, body: 'empty' } },
  },
  {
    name: '502-empty',
    title: 'Bad gateway without a body, nothing done',
    clientSees:
      'HTTP 502 of a gateway in front of the service. There is no body and no `Content-Type`. ' +
      'Nothing happened: a later read finds no reservation.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: { at: 'before', gateway: { status: 502, body: 'empty' } },
  },
  {
    name: '502-html-after-commit',
    shownAs: '502-html',
    title: 'Bad gateway with an HTML page, work done',
    clientSees:
      'HTTP 502 of a gateway, exactly as in the scenario `502-html`. The order or reservation exists, and a ' +
      'cancelled one is cancelled.',
    operations: committingOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: { at: 'after', gateway: { status: 502, body: 'html' } },
  },
  {
    name: '502-html',
    title: 'Bad gateway with an HTML page, nothing done',
    clientSees:
      'HTTP 502 of a gateway in front of the service. The body is an HTML page, with `Content-Type: text/html`. ' +
      'Nothing happened: a later read finds no reservation.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: { at: 'before', gateway: { status: 502, body: 'html' } },
  },
  {
    name: '502-late',
    shownAs: '502',
    title: 'Bad gateway, and the booking appears late',
    clientSees:
      'HTTP 502, exactly as in the scenario `502`. The booking was made, but the first read by `searchId` or ' +
      '`partnerTrackingId` does not find it; the second one, or any read 30 seconds later, does. Until then a ' +
      'reservation that is to be changed reads `confirmed`, and so does one that was cancelled. A client that ' +
      'sends the same booking again meanwhile gets that booking; the same cancellation again is refused with ' +
      '`reservation_already_cancelled`.',
    operations: [...bookingOperations, 'cancelReservation'],
    basis: { assumption: 'transfer.late-reads' },
    rules: [
      'transfer.502.did-not-complete',
      'transfer.502.proves-nothing',
      'transfer.502.keep-identifiers',
      'transfer.502.read-before-rebooking',
      'transfer.change.original-stays-active',
    ],
    parameters: appearing,
    edge: { at: 'after', error: 'upstream_failed' },
    effects: (values) => ({ supplier: { booking: completedLate(values), cancellation: shownLate(values) } }),
  },
  {
    name: '502',
    title: 'Bad gateway, nothing done',
    clientSees: 'HTTP 502. Nothing happened: a later read finds no reservation.',
    operations: transferOperations,
    basis: 'documented',
    rules: [
      'transfer.502.did-not-complete',
      'transfer.502.proves-nothing',
      'transfer.502.keep-identifiers',
      'transfer.502.read-before-rebooking',
    ],
    edge: { at: 'before', error: 'upstream_failed' },
  },
  {
    name: '503-after-commit',
    shownAs: '503',
    title: 'Service unavailable, work done',
    clientSees:
      'HTTP 503 of a gateway, exactly as in the scenario `503`. The order or reservation exists, and a cancelled one ' +
      'is cancelled.',
    operations: committingOperations,
    basis: { assumption: 'errors.gateways' },
    rules: [],
    parameters: asking,
    edge: (values) => ({ at: 'after', gateway: askingToWait(503, values) }),
  },
  {
    name: '503',
    title: 'Service unavailable, nothing done',
    clientSees:
      'HTTP 503 of a gateway in front of the service, with `Retry-After: 2`. The body is an HTML page. Nothing ' +
      'happened, but the client cannot see that: it has to read a booking before it sends it again.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: [],
    parameters: asking,
    edge: (values) => ({ at: 'before', gateway: askingToWait(503, values) }),
  },
  {
    name: 'dropped-after-commit',
    looksLike: 'dropped',
    title: 'Connection cut, work done',
    clientSees:
      'The connection is reset before a response, exactly as in the scenario `dropped`. The order or reservation ' +
      'exists, and a cancelled one is cancelled.',
    operations: committingOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'after', connection: 'reset' },
  },
  {
    name: 'dropped',
    title: 'Connection cut, nothing done',
    clientSees: 'The connection is reset before a response. Nothing happened.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'before', connection: 'reset' },
  },
  {
    name: 'malformed-body',
    title: 'A response that is not JSON',
    clientSees:
      'The request is served. Its response is complete, with the right status and length, and is not valid JSON.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'answer', body: 'malformed' },
  },
  {
    name: 'resend-double-books',
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
  },
  {
    name: 'server-error-after-commit',
    shownAs: 'server-error',
    title: 'Internal server error, work done',
    clientSees:
      'HTTP 500 with `internal_error`, exactly as in the scenario `server-error`. The order or reservation exists, ' +
      'and a cancelled one is cancelled.',
    operations: committingOperations,
    basis: 'documented',
    rules: ['errors.flight.500-internal'],
    edge: { at: 'after', error: 'internal_error' },
  },
  {
    name: 'server-error',
    title: 'Internal server error',
    clientSees: 'HTTP 500 with `internal_error`. Nothing happened.',
    operations: allOperations,
    basis: 'documented',
    rules: ['errors.flight.500-internal'],
    edge: { at: 'before', error: 'internal_error' },
  },
  {
    name: 'timeout-after-commit',
    looksLike: 'timeout',
    title: 'No response, work done',
    clientSees:
      'The request never gets a response, exactly as in the scenario `timeout`. The order or reservation exists, and ' +
      'a cancelled one is cancelled.',
    operations: committingOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'after', connection: 'silent' },
  },
  {
    name: 'timeout',
    title: 'No response, nothing done',
    clientSees:
      'The request never gets a response; the connection stays open until the client gives up. Nothing happened.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'before', connection: 'silent' },
  },
  {
    name: 'truncated-body',
    title: 'Half a response',
    clientSees: 'The request is served. Its response breaks off in the middle, and the connection is cut.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: { at: 'answer', body: 'truncated' },
  },
] satisfies LibraryScenario[];
