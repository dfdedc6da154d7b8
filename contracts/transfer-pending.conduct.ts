import { MINUTE } from '../src/base/clock.ts';
import type { ConductArea, ConductCheck, Occasion, RecordingEnd, Ruling, View } from '../src/check/judge/conduct.ts';
import {
  findsNothing,
  isBooking,
  isSentAgain,
  later,
  nameOf,
  readFor,
  showsOutcome,
  statusOf,
  whyHidden,
} from '../src/check/judge/expectations/bookings.ts';
import type { PendingBooking } from '../src/check/judge/expectations/pending.ts';
import { openWherePending, pendingOf } from '../src/check/judge/expectations/pending.ts';
import { isSameTrip } from '../src/check/judge/expectations/trips.ts';
import { sentField } from '../src/check/judge/knowledge.ts';

const sees: ConductCheck['sees'] = ['bookTransfer', 'confirmReservationChange', 'getReservation'];
const occasion = 'a pending booking or change confirmation';

const area: ConductArea = {
  name: 'after a pending booking',
  checks: [
    {
      title: 'a pending booking is not sent again',
      rules: ['transfer.booking.pending.no-resend'],
      sees,
      occasion,
      wrong:
        'They treat `pending` as a failure and send the request again, or an HTTP library repeats it after a ' +
        'time limit. A service that cannot distinguish the two requests books twice.',
      right:
        'Keep the searchId, read `GET /reservations/details?searchId=…` until the status is no longer `pending`, ' +
        'and send nothing else for this trip until then. Read again in a later run if the booking is pending for ' +
        'minutes.',
      scenarios: ['pending', 'pending-then-failed', 'pending-forever', 'resend-double-books'],
      judge(view) {
        const { exchange } = view;
        for (const open of view.opened()) {
          if (!isBooking(exchange)) takeRead(view, open);
          else breakWhereResent(view, open);
        }
        openWherePending(view);
      },
      end: () => ({ outcome: 'kept' }),
    },
    {
      title: 'a pending booking is read until it has an outcome',
      rules: ['transfer.booking.pending.read-outcome'],
      sees,
      occasion,
      wrong:
        'They never read, or stop reading after a fixed time, or book the trip again ' +
        'meanwhile. The abandoned booking completes, and a second car is sent.',
      right:
        'Read by searchId, partnerTrackingId or reservationId until the status is `completed` or `failed`, with ' +
        'growing pauses, and continue in a later run if it is still pending. Book again only after `failed`.',
      scenarios: ['pending', 'pending-then-failed', 'pending-forever'],
      judge(view) {
        const { exchange } = view;
        for (const open of view.opened()) {
          if (!isBooking(exchange)) takeRead(view, open);
          else breakWhereBookedMeanwhile(view, open);
        }
        openWherePending(view);
      },
      end: endUnread,
    },
  ],
};

export default area;

function breakWhereResent({ exchange }: View, open: Occasion): void {
  const { booking, isGone } = pendingOf(open);
  const hidden = whyHidden(booking, exchange);
  if (hidden !== null) return open.leaveUndecided(hidden);
  if (!isSentAgain(booking, exchange)) return;
  if (isGone) return open.leaveUndecided(GONE);
  open.break({
    expected: `reads of the reservation while the ${nameOf(booking)} is pending, and no second one`,
    actual: `the same ${nameOf(booking)} again, ${later(booking, exchange)}`,
    pointer: '/pricingToken',
    before: [booking],
  });
}

function takeRead({ exchange }: View, open: Occasion): void {
  const pending = pendingOf(open);
  const made = readFor(exchange, pending.booking);
  if (made === null) return;
  if (showsOutcome(exchange, pending.booking)) return open.keep();
  const isPending = made === 'booking' && statusOf(exchange) === 'pending';
  open.data = {
    ...pending,
    ...(isPending ? { reads: pending.reads + 1 } : { vain: pending.vain + 1 }),
    isGone: pending.isGone || (made === 'booking' && findsNothing(exchange)),
    lookedAt: exchange.at,
    pause: Math.max(pending.pause, exchange.at - pending.lookedAt),
    isPassedOver: false,
  };
}

/**
 * Breaks the rule if the client books again before it reads the outcome. `a pending booking is not sent again` covers
 * the same booking. Another offer from the same search can be a second car: it breaks the rule only if no read of the
 * first booking follows.
 */
function breakWhereBookedMeanwhile(view: View, open: Occasion): void {
  const { exchange, known } = view;
  const pending = pendingOf(open);
  const { booking, isGone } = pending;
  if (isSentAgain(booking, exchange) || !isSameTrip(booking, exchange, known)) return;
  if (isGone) return open.leaveUndecided(GONE);
  const found = {
    expected: 'a read of the outcome before any other booking for this trip',
    actual: `another ${nameOf(exchange)} for the same trip, ${later(booking, exchange)}, after ${countReads(pending)}`,
    before: [booking],
  };
  const differ = (name: string) => areDifferent(sentField(booking, name), sentField(exchange, name));
  if (differ('searchId') !== false || !differ('resultId')) return open.break(found);
  open.data = { ...pending, isPassedOver: true };
  // Two bookings with different partnerTrackingIds are two cars.
  if (!differ('partnerTrackingId')) view.broken({ ...found, assumption: 'conduct.booked-again' });
}

/** Returns undefined if a value is missing. */
function areDifferent(one: string | undefined, other: string | undefined): boolean | undefined {
  return one === undefined || other === undefined ? undefined : one !== other;
}

function endUnread(open: Occasion, { at }: RecordingEnd): Ruling {
  const pending = pendingOf(open);
  const { booking, reads, vain, isGone, lookedAt, pause, isPassedOver } = pending;
  const hidden = whyHidden(booking);
  if (hidden !== null) return { outcome: 'undecided', reason: hidden };
  if (isGone) return { outcome: 'undecided', reason: GONE };
  const hasLooked = reads + vain > 0;
  if (hasLooked && !isPassedOver && at - lookedAt <= Math.max(GIVEN_UP_AFTER, GROWTH * pause))
    return {
      outcome: 'undecided',
      reason: `the recording ends while the booking was still pending, after ${countReads(pending)}`,
    };
  const silence = isPassedOver
    ? 'none after another booking for the trip'
    : `none in the ${Math.round((at - lookedAt) / MINUTE)} minutes before the recording ends`;
  return {
    outcome: 'broken',
    finding: {
      expected: 'reads of the reservation until it is completed or failed',
      actual: hasLooked ? `${countReads(pending)}, and ${silence}` : 'no read at all until the recording ends',
      before: [booking],
    },
  };
}

function countReads({ reads, vain }: PendingBooking): string {
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'read' : 'reads'} that said ${what}`];
  return [...counted(reads, 'pending'), ...counted(vain, 'nothing of it')].join(' and ') || 'no read';
}

/** Time limit in assumption `conduct.given-up`. */
const GIVEN_UP_AFTER = 10 * MINUTE;
/** With growing pauses, the next pause may be this many times the longest so far. */
const GROWTH = 3;
const GONE = 'a read found no reservation, and the document has no rule for this case';
