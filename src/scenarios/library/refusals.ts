import { asking, askingToWait } from '../gateways.ts';
import { allOperations } from '../operations.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: '429',
    title: 'Too many requests',
    clientSees:
      'HTTP 429 of a gateway in front of the service, with `Retry-After: 2`. The body is an HTML page. The gateway ' +
      'refused the request before the service; after the wait the client can send it again.',
    operations: allOperations,
    basis: { assumption: 'errors.gateways' },
    rules: [],
    parameters: asking,
    edge: (values) => ({ at: 'before', gateway: askingToWait(429, values) }),
  },
  {
    name: 'cancel-refused',
    title: 'The supplier refuses the cancellation',
    clientSees:
      'HTTP 400 with `reservation_not_cancellable`, although the reservation is marked as cancellable. It ' +
      'stays confirmed.',
    operations: ['cancelReservation'],
    basis: { assumption: 'transfer.cancellation' },
    rules: [],
    effects: { supplier: { cancellation: { outcome: 'refused' } } },
  },
  {
    name: 'cancel-too-late',
    title: 'It is too late to cancel',
    clientSees:
      'The cancellation is refused as too late, as at the time of pickup: HTTP 400 with ' +
      '`reservation_not_cancellable`. The reservation stays confirmed.',
    operations: ['cancelReservation'],
    basis: { assumption: 'transfer.cancellation' },
    rules: [],
    effects: { supplier: { cancellation: { outcome: 'too-late' } } },
  },
  {
    name: 'cancel-without-refund',
    title: 'Cancelled without a refund',
    clientSees:
      'The reservation is cancelled, with `refundPercent` and `refundAmount` 0, as if the notice of every tier ' +
      'had passed.',
    operations: ['cancelReservation'],
    basis: { assumption: 'transfer.cancellation' },
    rules: [],
    effects: { supplier: { cancellation: { outcome: 'without-refund' } } },
  },
  {
    name: 'hold-unavailable',
    title: 'Nothing can be held',
    clientSees:
      'No offer of a search can be held. An order of type `hold` is refused with HTTP 400 `hold_not_available`, ' +
      'even if the offer was holdable; nothing is ordered, and the offer can still be ordered ' +
      'at once.',
    operations: ['searchFlights', 'createFlightOrder'],
    basis: 'documented',
    rules: [
      'offer.hold-options.available',
      'flight-order.hold.only-when-supported',
      'flight-order.hold-id.only-when-supported',
    ],
    effects: { gds: { every: { hold: 'unavailable' } } },
  },
  {
    name: 'not-amendable',
    title: 'Reservations cannot be changed',
    clientSees:
      'No offer of a search is amendable, and its reservation cannot be changed. A change ' +
      'search is refused with HTTP 400 `reservation_not_changeable`, and a change confirmation returns 200 with ' +
      'status `failed` and that code, even if the reservation is marked as amendable. The reservation ' +
      'stays as it is.',
    operations: ['searchTransfers', 'searchReservationChanges', 'confirmReservationChange'],
    basis: { assumption: 'transfer.change-refusals' },
    rules: [],
    effects: { supplier: { change: 'refused' } },
  },
  {
    name: 'order-refused',
    title: 'Order refused by the provider',
    clientSees:
      'The provider refuses the order: HTTP 400 with `order_refused`. Nothing is ordered, and the offer can be ' +
      'ordered afterwards.',
    operations: ['createFlightOrder'],
    basis: { assumption: 'flight.provider-refusal' },
    rules: [],
    effects: { gds: { every: { order: 'refused' } } },
  },
  {
    name: 'price-changed',
    title: 'The price has changed',
    clientSees:
      'The provider refuses the order because its price has changed: HTTP 400 with `price_changed`. Nothing is ' +
      'ordered, and the offer can be ordered afterwards.',
    operations: ['createFlightOrder'],
    basis: { assumption: 'flight.provider-refusal' },
    rules: [],
    effects: { gds: { every: { order: 'price-changed' } } },
  },
] satisfies LibraryScenario[];
