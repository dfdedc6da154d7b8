import { HOUR } from '../base/clock.ts';
import type { Leg } from '../store/bookings.ts';
import type { BookingState } from '../store/resources.ts';
import { bookedRides, refundPercentAt, takenRides } from '../transfers/booked-rides.ts';
import type { RideEvent, TransferSupplier } from '../transfers/transfer-supplier.ts';
import type { TimelineEvent, TimelineEventDetails } from './timeline-event.ts';
import { sortByTime } from './timeline-event.ts';

/**
 * Returns the events for a booking and its reservation. A confirmed change replaces another reservation at the same
 * instant: the other reservation's event is included.
 */
export async function bookingEvents(supplier: TransferSupplier, state: BookingState): Promise<TimelineEvent[]> {
  const made = createEvent(state, state.booking.createdAt, 'booking_made', false);
  const outcome = outcomeOf(state);
  if (!outcome) return [made];
  if (outcome.what === 'booking_failed') return [made, outcome];
  const closed = closedOf(state);
  // A ride in progress continues after the return is cancelled or changed.
  const isRidden = closed && takenRides(state).length > 0;
  const rides = (await rideEvents(supplier, state, outcome.at)).filter(
    ({ at, details }) => !closed || at < closed.at || (isRidden && details?.leg !== 'return'),
  );
  return sortByTime([
    made,
    outcome,
    ...replacedBy(state, outcome),
    ...rides,
    ...(closed ? [closed] : []),
    ...shownOf(state),
  ]);
}

/** Returns a confirmed reservation's next ride event; undefined if there is none. */
export async function nextRideEvent(
  supplier: TransferSupplier,
  state: BookingState,
  now: number,
): Promise<RideEvent | undefined> {
  if (state.booking.status !== 'completed' || state.closedAt !== null) return undefined;
  const ahead = (await supplier.rideEvents(state)).filter(({ at }) => at > now);
  return ahead.toSorted((a, b) => a.at - b.at)[0];
}

/** Returns the booking's outcome, past or due by the clock; undefined if only reads can end it, or if it never ends. */
function outcomeOf(state: BookingState): TimelineEvent | undefined {
  const {
    booking: { status, settlement, createdAt, errorCode, reservation },
    settledAt,
    settledByClock,
  } = state;
  const replaces = detailsOf({ replaces: reservation.replaces });
  if (status === 'completed')
    return createEvent(state, settledAt ?? createdAt, 'booking_completed', settledByClock, replaces);
  if (status === 'failed')
    return createEvent(state, settledAt ?? createdAt, 'booking_failed', settledByClock, detailsOf({ errorCode }));
  if (!settlement || settlement.dueAt === null) return undefined;
  return settlement.to === 'completed'
    ? createEvent(state, settlement.dueAt, 'booking_completed', true, replaces)
    : createEvent(state, settlement.dueAt, 'booking_failed', true, detailsOf({ errorCode: settlement.errorCode }));
}

function replacedBy({ booking }: BookingState, { at, byClock }: TimelineEvent): TimelineEvent[] {
  const { replaces } = booking.reservation;
  if (replaces === null) return [];
  const details = { replacedBy: booking.bookingId };
  return [{ at, what: 'reservation_changed', kind: 'reservation', resourceId: replaces, byClock, details }];
}

function closedOf(state: BookingState): TimelineEvent | undefined {
  const { changedAt, cancelledAt, reservation } = state;
  if (changedAt !== null)
    return createEvent(
      state,
      changedAt,
      'reservation_changed',
      false,
      detailsOf({ replacedBy: reservation.replacedBy }),
    );
  return cancelledAt === null ? undefined : createEvent(state, cancelledAt, 'reservation_cancelled', false);
}

function shownOf(state: BookingState): TimelineEvent[] {
  const { cancellationShownAt } = state;
  return cancellationShownAt === null ? [] : [createEvent(state, cancellationShownAt, 'cancellation_shown', true)];
}

/** Returns the events caused by the clock for a confirmed reservation, but not before its confirmation. */
async function rideEvents(
  supplier: TransferSupplier,
  state: BookingState,
  confirmedAt: number,
): Promise<TimelineEvent[]> {
  const { reservation } = state;
  const onRide = ({ leg, at, type }: Omit<RideEvent, 'type'> & { type: RideEvent['type'] | 'pickup_passed' }) =>
    createEvent(state, Math.max(at, confirmedAt), type, true, detailsOfLeg(leg));
  return [
    ...refundEvents(state, confirmedAt),
    ...(await supplier.rideEvents({ ...state, closedAt: null })).map(onRide),
    ...bookedRides(reservation).map(({ leg, pickupAt }) => onRide({ leg, at: pickupAt, type: 'pickup_passed' })),
  ];
}

/** A tier includes its last millisecond: the refund is lower from the next one on. */
function refundEvents(state: BookingState, confirmedAt: number): TimelineEvent[] {
  const { reservation } = state;
  const { cancellable, tiers } = reservation.cancellation;
  if (!cancellable) return [];
  return bookedRides(reservation).flatMap(({ leg, pickupAt }) =>
    tiers
      .map(({ noticeHours }) => pickupAt - noticeHours * HOUR + 1)
      .filter((at) => at > confirmedAt && at < pickupAt)
      .map((at) =>
        createEvent(state, at, 'refund_lowered', true, {
          refundPercent: refundPercentAt(reservation, at),
          ...detailsOfLeg(leg),
        }),
      ),
  );
}

function detailsOfLeg(leg: Leg): TimelineEventDetails {
  return leg === 'return' ? { leg } : {};
}

/** Returns the details without null values. */
function detailsOf(details: {
  [Name in 'errorCode' | 'replaces' | 'replacedBy']?: string | null;
}): TimelineEventDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
}

function createEvent(
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
