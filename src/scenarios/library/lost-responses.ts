import { asking, askingToWait } from '../gateways.ts';
import {
  allOperations,
  bookingOperations,
  committingOperations,
  creatingOperations,
  transferOperations,
} from '../operations.ts';
import { appearing, completedLate, shownLate } from '../outcomes.ts';
import type { Values } from '../parameters.ts';
import type { Edge, LibraryScenario } from '../scenario.ts';

export default [
  ...withTwin('HTTP 502 of a gateway', {
    name: '502-empty',
    title: 'Bad gateway without a body, nothing done',
    clientSees:
      'HTTP 502 of a gateway in front of the service. There is no body and no `Content-Type`. ' +
      'Nothing happened: a later read finds no reservation.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: (at) => ({ at, gateway: { status: 502, body: 'empty' } }),
  }),
  ...withTwin('HTTP 502 of a gateway', {
    name: '502-html',
    title: 'Bad gateway with an HTML page, nothing done',
    clientSees:
      'HTTP 502 of a gateway in front of the service. The body is an HTML page, with `Content-Type: text/html`. ' +
      'Nothing happened: a later read finds no reservation.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
    edge: (at) => ({ at, gateway: { status: 502, body: 'html' } }),
  }),
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
  ...withTwin(
    'HTTP 502',
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
      edge: (at) => ({ at, error: 'upstream_failed' }),
    },
    {
      ends: 'The reservation exists and can be read; a cancelled one is cancelled.',
      operations: ['bookTransfer', 'confirmReservationChange', 'cancelReservation'],
    },
  ),
  ...withTwin('HTTP 503 of a gateway', {
    name: '503',
    title: 'Service unavailable, nothing done',
    clientSees:
      'HTTP 503 of a gateway in front of the service, with `Retry-After: 2`. The body is an HTML page. Nothing ' +
      'happened, but the client cannot see that: it has to read a booking before it sends it again.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: [],
    parameters: asking,
    edge: (at) => (values) => ({ at, gateway: askingToWait(503, values) }),
  }),
  ...withTwin('The connection is reset before a response', {
    name: 'dropped',
    title: 'Connection cut, nothing done',
    clientSees: 'The connection is reset before a response. Nothing happened.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: (at) => ({ at, connection: 'reset' }),
  }),
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
  ...withTwin('HTTP 500 with `internal_error`', {
    name: 'server-error',
    title: 'Internal server error',
    clientSees: 'HTTP 500 with `internal_error`. Nothing happened.',
    operations: allOperations,
    basis: 'documented',
    rules: ['errors.flight.500-internal'],
    edge: (at) => ({ at, error: 'internal_error' }),
  }),
  ...withTwin('The request never gets a response', {
    name: 'timeout',
    title: 'No response, nothing done',
    clientSees:
      'The request never gets a response; the connection stays open until the client gives up. Nothing happened.',
    operations: allOperations,
    basis: { assumption: 'errors.lost-answers' },
    rules: [],
    edge: (at) => ({ at, connection: 'silent' }),
  }),
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

/** A scenario whose edge can act before the work or after it. */
interface TwoSided extends Omit<LibraryScenario, 'edge'> {
  edge: (at: 'before' | 'after') => Edge | ((values: Values) => Edge);
}

/**
 * Returns a scenario that acts before the work, and its twin that acts after it. A client cannot distinguish them: the
 * twin's response, if it has one, carries the name of the other.
 */
function withTwin(
  sees: string,
  { edge, ...scenario }: TwoSided,
  {
    ends = 'The order or reservation exists, and a cancelled one is cancelled.',
    operations = committingOperations,
  }: { ends?: string; operations?: LibraryScenario['operations'] } = {},
): LibraryScenario[] {
  const { name, title } = scenario;
  const after = edge('after');
  return [
    { ...scenario, edge: edge('before') },
    {
      ...scenario,
      name: `${name}-after-commit`,
      ...('connection' in after ? { looksLike: name } : { shownAs: name }),
      title: `${title.replace(', nothing done', '')}, work done`,
      clientSees: `${sees}, exactly as in the scenario \`${name}\`. ${ends}`,
      operations,
      edge: after,
    },
  ];
}
