import type { ConductArea, ConductCheck, NewFinding, Occasion, View } from '../src/check/judge/conduct.ts';
import {
  describeLoss,
  isBooking,
  isDefinite,
  isSentAgain,
  isUnsure,
  later,
  nameOf,
  readFor,
  whyHidden,
} from '../src/check/judge/expectations/bookings.ts';
import { sentIdentifier } from '../src/check/judge/expectations/identifiers.ts';
import {
  assumptionFor,
  isAfter,
  lostBefore,
  openWhereLost,
  whatFollowed,
} from '../src/check/judge/expectations/lost.ts';
import { isSameTrip, routeOf } from '../src/check/judge/expectations/trips.ts';
import type { JudgedExchange } from '../src/check/judge/judged-exchange.ts';
import { sentField } from '../src/check/judge/knowledge.ts';

const sees: ConductCheck['sees'] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];
const occasion = 'a booking or a change confirmation that returns 502, or whose response gets lost in another way';
const scenarios = [
  '502',
  '502-after-commit',
  '502-late',
  'timeout-after-commit',
  'dropped-after-commit',
  'truncated-body',
];

const area: ConductArea = {
  name: 'after a 502',
  checks: [
    {
      title: 'after a 502 the reservation is read before another one is made',
      rules: ['transfer.502.read-before-rebooking'],
      sees,
      occasion,
      wrong:
        'A library for HTTP repeats the booking on 502, 503 and 504, or the code takes the 502 for a failure and ' +
        'searches, prices and books again. The first booking may have been made: then there are two.',
      right:
        'Switch repeats off for `POST /book` and `POST /reservations/changes`. Read by the searchId or the ' +
        'partnerTrackingId that you sent, until one read gets a response; book again only where it finds nothing ' +
        'or says `failed`.',
      scenarios,
      judge(view) {
        const { exchange } = view;
        for (const open of lostBefore(view)) {
          if (isBooking(exchange)) breakWhereBookedAgain(view, open.exchange, open);
          else if (isDefinite(exchange) && readFor(exchange, open.exchange)) open.keep();
        }
        if (isBooking(exchange) && isUnsure(exchange)) lookBack(view);
      },
    },
    {
      title: 'after a 502 the client finds out what became of the booking',
      rules: ['transfer.502.proves-nothing'],
      sees,
      occasion,
      wrong:
        'They take the 502 for a failure and never look, or book another offer as if nothing had happened. The first ' +
        'car comes all the same, and is paid for.',
      right: 'Read the reservation even where nothing shall be booked again, and cancel what should not stand.',
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
      title: 'after a 502 the reservation is read by the identifiers at hand',
      rules: ['transfer.502.keep-identifiers'],
      sees,
      occasion,
      wrong:
        'They throw the identifiers away with the failed call, search again and read by the new searchId, which ' +
        'can find nothing of the lost booking.',
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
          ? { outcome: 'undecided', reason: 'the recording ends before a read for the trip that was lost' }
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
    expected: `a read of the reservation after the ${nameOf(lost)} that ${describeLoss(lost)}`,
    actual: `another ${nameOf(next)} for the same trip, ${later(lost, next)}, with no response to a read before it`,
    ...assumptionFor(lost),
  };
}

function unread(lost: JudgedExchange): NewFinding {
  return {
    expected: `a read that shows what became of the ${nameOf(lost)} that ${describeLoss(lost)}`,
    actual: 'no read until the recording ends',
    assumption: 'conduct.read-after-lost',
  };
}

function lookBack(view: View): void {
  const { exchange } = view;
  const followed = whatFollowed(view);
  if (followed.kind === 'nothing') view.open(exchange.id);
  else if (followed.kind === 'read') view.kept();
  else if (followed.kind === 'booked') view.broken({ ...bookedAgain(exchange, followed.by), before: [followed.by] });
  else view.undecided(MEANWHILE);
}

/** The same booking once more is about `transfer.502.read-before-rebooking` alone, and a read can still follow. */
function breakWhereTakenForNothing({ exchange, known }: View, open: Occasion): void {
  const lost = open.exchange;
  if (isSentAgain(lost, exchange) || !isAfter(lost, exchange)) return;
  if (isSameTrip(lost, exchange, known)) open.break(bookedAgain(lost, exchange));
}

/** Reads by the searchId of a later search for the same route. That they were for the lost booking shows later. */
function straysOf({ data }: Occasion): readonly JudgedExchange[] {
  return data as readonly JudgedExchange[];
}

function judgeIdentifiers({ exchange, known }: View, open: Occasion): void {
  if (readFor(exchange, open.exchange)) return open.keep();
  const searchId = sentIdentifier(exchange, 'searchId');
  const search = searchId === undefined ? undefined : known.transferSearch(searchId);
  const strays = straysOf(open);
  if (!search || search.began < open.exchange.ended || strays.length >= MAX_NOTED) return;
  // A read of what was booked from a search says nothing of the lost booking.
  if (known.tries.find((one) => (isBooking(one) && sentField(one, 'searchId') === searchId ? one : undefined))) return;
  const route = routeOf(search);
  const lostRoute = routeOf(known.transferSearch(sentField(open.exchange, 'searchId') ?? ''));
  if (route !== undefined && route === lostRoute) open.data = [...strays, exchange];
}

/** Once a search that was read by is booked from, it is known whose trip it was for. */
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
