import type { Reservation } from '../api.ts';
import { HOUR } from '../clock.ts';
import type { BookingState } from '../store/resources.ts';
import type { TransferSupplier } from '../transfers/transfer-supplier.ts';
import { inOrder } from './timeline-event.ts';
import type { TimelineEvent, TimelineEventDetails } from './timeline-event.ts';

/**
 * The life of a booking and its reservation. A change that is confirmed takes the place of another reservation at
 * the same instant: that moment, of the other, is among them.
 */
export async function bookingEvents(supplier: TransferSupplier, state: BookingState): Promise<TimelineEvent[]> {
  const made = moment(state, state.booking.createdAt, 'booking_made', false);
  const outcome = outcomeOf(state);
  if (!outcome) return [made];
  if (outcome.what === 'booking_failed') return [made, outcome];
  const closed = closedOf(state);
  const ride = (await rideMoments(supplier, state, outcome.at)).filter(({ at }) => !closed || at < closed.at);
  return inOrder([made, outcome, ...replacedBy(state, outcome), ...ride, ...(closed ? [closed] : [])]);
}

/** How the booking ended, or how it will by the clock; undefined while only reads can end it, or nothing. */
function outcomeOf(state: BookingState): TimelineEvent | undefined {
  const {
    booking: { status, settlement, createdAt, errorCode, reservation },
    settledAt,
    settledByClock,
  } = state;
  const replaces = reservation.replaces === null ? {} : { replaces: reservation.replaces };
  if (status === 'completed')
    return moment(state, settledAt ?? createdAt, 'booking_completed', settledByClock, replaces);
  if (status === 'failed')
    return moment(state, settledAt ?? createdAt, 'booking_failed', settledByClock, { errorCode: errorCode! });
  if (!settlement || settlement.dueAt === null) return undefined;
  return settlement.to === 'completed'
    ? moment(state, settlement.dueAt, 'booking_completed', true, replaces)
    : moment(state, settlement.dueAt, 'booking_failed', true, { errorCode: settlement.errorCode! });
}

function replacedBy(
  {
    booking: {
      bookingId,
      reservation: { replaces },
    },
  }: BookingState,
  { at, byClock }: TimelineEvent,
): TimelineEvent[] {
  return replaces === null
    ? []
    : [
        {
          at,
          what: 'reservation_changed',
          kind: 'reservation',
          resourceId: replaces,
          byClock,
          details: { replacedBy: bookingId },
        },
      ];
}

function closedOf(state: BookingState): TimelineEvent | undefined {
  const { changedAt, cancelledAt, reservation } = state;
  if (changedAt !== null)
    return moment(state, changedAt, 'reservation_changed', false, { replacedBy: reservation.replacedBy! });
  return cancelledAt === null ? undefined : moment(state, cancelledAt, 'reservation_cancelled', false);
}

/** What the clock alone brings to a confirmed reservation. What was so before it existed is so from its beginning on. */
async function rideMoments(
  supplier: TransferSupplier,
  state: BookingState,
  confirmedAt: number,
): Promise<TimelineEvent[]> {
  const known = await supplier.rideMoments(state.reservation);
  return [
    ...refundMoments(state, confirmedAt),
    ...known.map(({ at, what }) => moment(state, Math.max(at, confirmedAt), what, true)),
    moment(state, Math.max(Date.parse(state.reservation.pickupDateTime), confirmedAt), 'pickup_passed', true),
  ];
}

/** A tier holds for its whole last millisecond: the refund is lower from the next one on. */
function refundMoments(state: BookingState, confirmedAt: number): TimelineEvent[] {
  const {
    cancellation: { cancellable, tiers },
    pickupDateTime,
  }: Reservation = state.reservation;
  if (!cancellable) return [];
  const pickupAt = Date.parse(pickupDateTime);
  return tiers
    .map(({ noticeHours }, i) =>
      moment(state, pickupAt - noticeHours * HOUR + 1, 'refund_lowered', true, {
        refundPercent: tiers[i + 1]?.refundPercent ?? 0,
      }),
    )
    .filter(({ at }) => at > confirmedAt && at < pickupAt);
}

function moment(
  { booking }: BookingState,
  at: number,
  what: TimelineEvent['what'],
  byClock: boolean,
  details?: TimelineEventDetails,
): TimelineEvent {
  return {
    at,
    what,
    kind: 'reservation',
    resourceId: booking.bookingId,
    byClock,
    ...(details && Object.keys(details).length > 0 && { details }),
  };
}
