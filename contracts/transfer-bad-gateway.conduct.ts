import type { ConductArea, ConductCheck, NewFinding, Occasion, View } from '../src/check/judge/conduct.ts';
import { areInFlightTogether, assumptionFor, describeDoubt, isInDoubt } from '../src/check/judge/doubt.ts';
import {
  isBooking,
  isDefinite,
  isSentAgain,
  later,
  nameOf,
  readFor,
  whyHidden,
} from '../src/check/judge/expectations/bookings.ts';
import { sentIdentifier } from '../src/check/judge/expectations/identifiers.ts';
import { isAfter, lostBefore, mayFollow, openWhereLost, whatFollowed } from '../src/check/judge/expectations/lost.ts';
import { isSameTrip, routeOf } from '../src/check/judge/expectations/trips.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { reservationsIn, sentField } from '../src/check/judge/knowledge.ts';
import { MAY_BE_TWO } from '../src/check/judge/subject.ts';

const sees: ConductCheck['sees'] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];
const occasion = 'a booking or a change confirmation that returns 502, 500, 503 or 504, or loses its response';
const scenarios = [
  '502',
  '502-after-commit',
  '502-late',
  'server-error-after-commit',
  'timeout-after-commit',
  'dropped-after-commit',
  'truncated-body',
];

const area: ConductArea = {
  name: 'after a 502',
  checks: [
    {
      title: 'the reservation is read after a 502 before another booking',
      rules: ['transfer.502.read-before-rebooking'],
      sees,
      occasion,
      wrong:
        'An HTTP library repeats the booking on 500, 502, 503 and 504, or the code treats the error as a failure ' +
        'and searches, prices and books again. If the first booking was made, the trip is booked twice.',
      right:
        'Disable repeats for `POST /book` and `POST /reservations/changes`. Read by the searchId or the ' +
        'partnerTrackingId that you sent. Book again only if a read says `failed`, or if five reads over half a ' +
        'minute find nothing.',
      scenarios,
      judge(view) {
        const { exchange } = view;
        for (const open of lostBefore(view)) {
          if (isBooking(exchange)) breakWhereBookedAgain(view, open.exchange, open);
          else if (isDefinite(exchange) && readFor(exchange, open.exchange)) open.keep();
        }
        if (isBooking(exchange) && isInDoubt(exchange)) lookBack(view);
      },
    },
    {
      title: 'a booking is not sent again before its response',
      rules: ['transfer.502.read-before-rebooking'],
      sees: ['bookTransfer', 'confirmReservationChange'],
      occasion: 'the same booking or change confirmation twice at the same time',
      wrong:
        'They hedge: if no response has come after a second, they send the booking again and take the response that ' +
        'comes first. Or two clicks on a button send it twice.',
      right:
        'Send a booking once and wait for its response. If the time-out ends the wait, read the reservation before ' +
        'you send anything.',
      scenarios: ['slow'],
      judge(view) {
        const { exchange, known } = view;
        const twin = known.tries.find((one) => (areTwins(one, exchange) ? one : undefined));
        if (twin) view.broken(sentTwice(twin, exchange));
        else if (exchange.mayBeTwo) view.undecided(MAY_BE_TWO);
      },
    },
    {
      title: 'the client reads the outcome of the booking after a 502',
      rules: ['transfer.502.proves-nothing'],
      sees,
      occasion,
      wrong:
        'They treat the 502 as a failure without a read, or book another offer directly. The first ' +
        'car comes nevertheless, and is paid for.',
      right:
        'Read the reservation even where nothing shall be booked again, five times over half a minute if ' +
        'it is not found, and cancel superfluous bookings.',
      scenarios,
      judge(view) {
        const { exchange } = view;
        for (const open of lostBefore(view)) {
          if (isBooking(exchange)) breakWhereTakenForNothing(view, open);
          else if (readFor(exchange, open.exchange)) open.keep();
        }
        openWhereLost(view);
      },
      end({ exchange }) {
        const hidden = whyHidden(exchange);
        if (hidden !== null) return { outcome: 'undecided', reason: hidden };
        return { outcome: 'broken', finding: unread(exchange) };
      },
    },
    {
      title: 'the client reads the outcome of the cancellation after a 502',
      rules: ['transfer.502.proves-nothing'],
      sees: ['cancelReservation', 'getReservation'],
      occasion: 'a cancellation that returns 502, 500, 503 or 504, or loses its response',
      wrong:
        'They treat the error as a failure or a success without a read: the car arrives although the traveller ' +
        'cancelled it, or the trip is cancelled although the traveller needs it.',
      right: 'Read the reservation until its state is decided, and cancel again only if it is still active.',
      scenarios: ['502', '502-after-commit', '502-late', 'server-error-after-commit', 'dropped-after-commit'],
      judge(view) {
        const { exchange } = view;
        const reservationId = sentIdentifier(exchange, 'reservationId');
        for (const open of lostBefore(view))
          if (showsReservation(exchange, open.key) || (open.key === reservationId && !isInDoubt(exchange))) open.keep();
        if (exchange.operation !== 'cancelReservation' || reservationId === undefined || !isInDoubt(exchange)) return;
        const isRead = view.known.tries.find((one) => isReadAfter(exchange, one, reservationId) || undefined);
        if (isRead) view.kept();
        else view.open(reservationId);
      },
      end: ({ exchange }) => ({
        outcome: 'broken',
        finding: {
          expected: `a read with the outcome of the cancellation that ${describeDoubt(exchange)}`,
          actual: 'no read until the recording ends',
          assumption: 'conduct.read-after-lost',
        },
      }),
    },
    {
      title: 'the reservation is read by the known identifiers after a 502',
      rules: ['transfer.502.keep-identifiers'],
      sees,
      occasion,
      wrong:
        'They discard the identifiers with the failed call, search again and read by the new searchId, which cannot ' +
        'find the lost booking.',
      right:
        'Store searchId, resultId, both tokens and partnerTrackingId before the booking is sent, and read by them ' +
        'after a 502.',
      scenarios,
      judge(view) {
        const { exchange } = view;
        for (const open of lostBefore(view)) {
          if (isBooking(exchange)) judgeStrays(view, open);
          else judgeIdentifiers(view, open);
        }
        openWhereLost(view, []);
      },
      end(open) {
        const before = straysOf(open);
        return before.length === 0
          ? { outcome: 'undecided', reason: 'the recording ends before a read for the lost trip' }
          : { outcome: 'broken', finding: { ...readByNewSearch(open.exchange), before } };
      },
    },
  ],
};

export default area;

function breakWhereBookedAgain({ exchange, known }: View, lost: JudgedExchange, open: Occasion): void {
  const hidden = whyHidden(lost, exchange);
  if (hidden !== null) return open.leaveUndecided(hidden);
  if (!isSameTrip(lost, exchange, known)) return;
  if (isAfter(lost, exchange)) open.break(bookedAgain(lost, exchange));
  else open.leaveUndecided(MEANWHILE);
}

function bookedAgain(lost: JudgedExchange, next: JudgedExchange) {
  return {
    expected: `a read of the reservation after the ${nameOf(lost)} that ${describeDoubt(lost)}`,
    actual: `another ${nameOf(next)} for the same trip, ${later(lost, next)}, with no response to a read before it`,
    ...assumptionFor(lost),
  };
}

function areTwins(one: JudgedExchange, other: JudgedExchange): boolean {
  return areInFlightTogether(one, other) && isBooking(one) && isSentAgain(one, other);
}

function sentTwice(one: JudgedExchange, other: JudgedExchange): NewFinding {
  const [first, second] = one.began <= other.began ? [one, other] : [other, one];
  return {
    expected: `one ${nameOf(first)} on its way`,
    actual: `the same ${nameOf(second)} again, ${later(first, second)}, before the first one had a response`,
    before: [one],
    assumption: 'conduct.twin-booking',
  };
}

function unread(lost: JudgedExchange): NewFinding {
  return {
    expected: `a read with the outcome of the ${nameOf(lost)} that ${describeDoubt(lost)}`,
    actual: 'no read until the recording ends',
    assumption: 'conduct.read-after-lost',
  };
}

/** True if a read shows a reservation: its request or its response has the number. */
function showsReservation(read: JudgedExchange, reservationId: string): boolean {
  if (read.operation !== 'getReservation') return false;
  if (sentIdentifier(read, 'reservationId') === reservationId) return true;
  return reservationsIn(read).some((one) => one['reservationId'] === reservationId);
}

/**
 * True for a read after a lost cancellation. The cancellation ends last, so the judge may have seen the read before.
 */
function isReadAfter(lost: JudgedExchange, read: JudgedExchange, reservationId: string): boolean {
  return mayFollow(lost, read) && showsReservation(read, reservationId);
}

function lookBack(view: View): void {
  const { exchange } = view;
  const followed = whatFollowed(view);
  if (followed.kind === 'nothing') view.open(exchange.id);
  else if (followed.kind === 'read' && !exchange.mayBeTwo) view.kept();
  else if (followed.kind === 'booked') view.broken({ ...bookedAgain(exchange, followed.by), before: [followed.by] });
  else view.undecided(followed.kind === 'read' ? MAY_BE_TWO : MEANWHILE);
}

/** Only `transfer.502.read-before-rebooking` covers a repeat of the same booking. A read can still follow it. */
function breakWhereTakenForNothing({ exchange, known }: View, open: Occasion): void {
  const lost = open.exchange;
  if (isSentAgain(lost, exchange) || !isAfter(lost, exchange)) return;
  if (isSameTrip(lost, exchange, known)) open.break(bookedAgain(lost, exchange));
}

/** Returns reads with the searchId from a later search for the same route. A later booking shows their trip. */
function straysOf({ data }: Occasion): readonly JudgedExchange[] {
  return data as readonly JudgedExchange[];
}

function judgeIdentifiers({ exchange, known }: View, open: Occasion): void {
  if (readFor(exchange, open.exchange)) return open.keep();
  const searchId = sentIdentifier(exchange, 'searchId');
  const search = searchId === undefined ? undefined : known.transferSearch(searchId);
  const strays = straysOf(open);
  if (!search || search.began < open.exchange.ended || strays.length >= MAX_NOTED) return;
  // If this search led to a booking, reading that booking proves nothing about the lost one.
  if (known.tries.find((one) => (isBooking(one) && sentField(one, 'searchId') === searchId ? one : undefined))) return;
  const route = routeOf(search);
  const lostRoute = routeOf(known.transferSearch(sentField(open.exchange, 'searchId') ?? ''));
  if (route !== undefined && route === lostRoute) open.data = [...strays, exchange];
}

/** Judges stray reads as soon as a booking from their search shows the trip. */
function judgeStrays({ exchange, known }: View, open: Occasion): void {
  const searchId = sentField(exchange, 'searchId');
  const isFromSame = (read: JudgedExchange): boolean => sentIdentifier(read, 'searchId') === searchId;
  const strays = straysOf(open);
  if (!strays.some(isFromSame)) return;
  if (!isSameTrip(open.exchange, exchange, known)) open.data = strays.filter((read) => !isFromSame(read));
  else open.break({ ...readByNewSearch(open.exchange), before: strays.filter(isFromSame) });
}

function readByNewSearch(lost: JudgedExchange) {
  const searchId = sentField(lost, 'searchId');
  return {
    expected: `a read by an identifier of the lost ${nameOf(lost)}${searchId === undefined ? '' : `: ${searchId}`}`,
    actual: 'a read by the searchId of a new search for the same trip',
    ...assumptionFor(lost),
  };
}

const MEANWHILE = 'another booking for the trip began before the lost one was seen to end';
const MAX_NOTED = 5;
