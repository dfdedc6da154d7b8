import { show } from '../src/base/values/show.ts';
import type { ConductArea, Occasion, View } from '../src/check/judge/conduct.ts';
import { isBooking, isLatestOpen, nameOf, readFor, statusOf } from '../src/check/judge/expectations/bookings.ts';
import { isPlaceholder, sentIdentifier } from '../src/check/judge/expectations/identifiers.ts';
import { isSameTrip } from '../src/check/judge/expectations/trips.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { reservationsIn, sentField } from '../src/check/judge/knowledge.ts';

const area: ConductArea = {
  name: 'the status of a booking',
  checks: [
    {
      title: 'a reservation is used only after a status that confirms it',
      rules: ['transfer.booking.status-decides'],
      sees: [
        'bookTransfer',
        'confirmReservationChange',
        'getReservation',
        'getDriverAndVehicle',
        'getTracking',
        'cancelReservation',
        'searchReservationChanges',
      ],
      occasion: 'a booking or a change confirmation that returns 200 with pending or failed',
      wrong:
        'They check only for HTTP 200, use `reservations[0]` without checking the status, and ask for the driver of ' +
        '`undefined`, or of the searchId.',
      right:
        'Branch on `status`: continue after `completed`, read after `pending`, show the error after `failed`. Take a ' +
        'reservationId from a completed result only.',
      scenarios: ['pending', 'failed', 'pending-then-failed'],
      judge(view) {
        const { exchange } = view;
        if (isBooking(exchange)) return takeBooking(view);
        const opened = view.opened();
        if (opened.length === 0) return;
        if (exchange.operation === 'getReservation') keepWhereCompleted(exchange, opened);
        else judgeUse(view, opened);
      },
      end: () => ({ outcome: 'kept' }),
    },
  ],
};

export default area;

function takeBooking(view: View): void {
  const { exchange, known } = view;
  const status = statusOf(exchange);
  if (status === 'pending' || status === 'failed') view.open(exchange.id);
  if (status !== 'completed') return;
  for (const open of view.opened()) if (isSameTrip(open.exchange, exchange, known)) open.keep();
}

function keepWhereCompleted(read: JudgedExchange, opened: readonly Occasion[]): void {
  if (statusOf(read) !== 'completed') return;
  for (const open of opened) if (readFor(read, open.exchange) === 'booking') open.keep();
}

/** Finds the reservation that a ride read, a cancellation or a change search names, and judges its use. */
function judgeUse(view: View, opened: readonly Occasion[]): void {
  const { exchange } = view;
  const reservationId = sentIdentifier(exchange, 'reservationId');
  if (reservationId === undefined || isPlaceholder(reservationId)) {
    // The request names no reservation, so the judge assumes the latest booking.
    if (isLatestOpen(view.known)) breakWith(opened.at(-1), exchange, `reservationId ${show(reservationId)}`);
    return;
  }
  const own = opened.find((open) => isOwnIdentifier(open.exchange, reservationId));
  if (own) return breakWith(own, exchange, 'another identifier of the booking as reservationId');
  const shown = opened.find((open) => isShownOnlyWhileOpen(view, open.exchange, reservationId));
  if (shown) breakWith(shown, exchange, 'the reservationId of a response that is not completed');
}

function breakWith(open: Occasion | undefined, { operation }: JudgedExchange, by: string): void {
  const status = open && statusOf(open.exchange);
  open?.break({
    expected: `no use of a reservation after a ${nameOf(open.exchange)} that is ${status}`,
    actual: `${operation} with ${by}`,
  });
}

function isOwnIdentifier(booking: JudgedExchange, value: string): boolean {
  return OWN.some((name) => sentField(booking, name) === value);
}

/** True if the client knows the reservation only from an incomplete booking, or from a read of one. */
function isShownOnlyWhileOpen({ exchange, known }: View, booking: JudgedExchange, reservationId: string): boolean {
  const shows = (one: JudgedExchange): boolean =>
    reservationsIn(one).some((each) => each['reservationId'] === reservationId);
  const findShown = (isMeant: (one: JudgedExchange) => boolean): JudgedExchange | undefined =>
    known.bookings.find((one) => (one.ended <= exchange.began && shows(one) && isMeant(one) ? one : undefined));
  if (findShown((one) => statusOf(one) === 'completed')) return false;
  // A client may cancel a pending reservation after a read. This does not treat it as confirmed.
  const isRide = exchange.operation === 'getDriverAndVehicle' || exchange.operation === 'getTracking';
  return shows(booking) || (isRide && !!findShown((one) => isPendingRead(one, booking)));
}

function isPendingRead(read: JudgedExchange, booking: JudgedExchange): boolean {
  return !isBooking(read) && statusOf(read) === 'pending' && readFor(read, booking) === 'booking';
}

const OWN = ['searchId', 'resultId', 'bookingToken', 'pricingToken', 'partnerTrackingId'];
