import { isText } from '../../base/values/kinds.ts';
import type { JudgedExchange } from '../judge/judged-exchange.ts';
import type { Count } from '../report/quantities.ts';
import type { Booked } from './booked.ts';
import { bookedFlight, bookedTransfer } from './booked.ts';
import type { Control, OrderResource, ReservationResource } from './control.ts';
import type { Task } from './situation.ts';

/** The sandbox's content after a client ended, with all pending work settled. Plain JSON. */
export interface Truth {
  /** Ids in the task's results: reservations, orders, holds, changed or cancelled reservations. */
  made: readonly string[];
  /** Live reservation ids, including changed ones; orders or holds, as in the task. */
  alive: readonly string[];
  /** Live bookings outside the task, as in `order ord_1` for a hold task. */
  strays: readonly string[];
  /** Ids of reservations that have been cancelled or changed. */
  ended: readonly string[];
  /** Bookings that stay pending without an outcome. */
  pending: Count;
  /** All live booking ids: reservationId, confirmationNumber, orderId. */
  names: readonly string[];
  /** The new bookings' content, for comparison with statements. */
  contents: readonly Booked[];
}

/**
 * Settles everything pending and counts the bookings. The offers come from the calls, because an order does not
 * repeat its departure.
 */
export async function findTruth(control: Control, task: Task, calls: readonly JudgedExchange[]): Promise<Truth> {
  await control.disarm();
  await control.advance(SETTLED_AFTER);
  const [reservations, orders] = await Promise.all([control.reservations(), control.orders()]);
  return task.endsWith('transfer')
    ? truthOfTransfers(reservations, orders, task)
    : truthOfFlights(reservations, orders, task, calls);
}

function truthOfTransfers(
  resources: readonly ReservationResource[],
  orders: readonly OrderResource[],
  task: Task,
): Truth {
  const alive = resources.filter(({ state }) => state === 'confirmed');
  const cancelled = resources.filter(({ state }) => state === 'cancelled');
  const changed = alive.filter(({ reservation }) => isText(reservation?.['replaces']));
  const made = { 'change-transfer': changed, 'cancel-transfer': cancelled }[task as string] ?? alive;
  return {
    made: made.map(({ resourceId }) => resourceId),
    alive: alive.map(({ resourceId }) => resourceId),
    strays: orders.map(describeOrder),
    ended: resources
      .filter(({ state }) => state === 'cancelled' || state === 'changed')
      .map(({ resourceId }) => resourceId),
    pending: resources.filter(({ status }) => status === 'pending').length,
    names: [...alive, ...(task === 'cancel-transfer' ? cancelled : [])]
      .flatMap(({ resourceId, reservation }) => [resourceId, reservation?.['confirmationNumber']])
      .filter(isText),
    contents: made.map(bookedTransfer),
  };
}

function truthOfFlights(
  reservations: readonly ReservationResource[],
  orders: readonly OrderResource[],
  task: Task,
  calls: readonly JudgedExchange[],
): Truth {
  const made = orders.filter(({ status }) => (status === 'booked') === (task === 'order-flight'));
  const others = reservations.filter(({ state }) => state === 'confirmed');
  return {
    made: made.map(({ resourceId }) => resourceId),
    alive: made.map(({ resourceId }) => resourceId),
    strays: [
      ...orders.filter((order) => !made.includes(order)).map(describeOrder),
      ...others.map(({ resourceId }) => `reservation ${resourceId}`),
    ],
    ended: [],
    pending: 0,
    names: orders.map(({ resourceId }) => resourceId),
    contents: made.map((order) => bookedFlight(order, calls)),
  };
}

function describeOrder({ status, resourceId }: OrderResource): string {
  return `${status === 'booked' ? 'order' : 'hold'} ${resourceId}`;
}

/** Longer than any booking is pending or hidden, shorter than any hold. */
const SETTLED_AFTER = 'PT10M';
