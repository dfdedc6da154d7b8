import { isText } from '../../base/values/kinds.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Count } from '../report/quantities.ts';
import type { Booked } from './booked.ts';
import { bookedFlight, bookedTransfer } from './booked.ts';
import type { Control } from './control.ts';
import type { Task } from './situation.ts';

/** The sandbox's content after a client ended, with all pending work settled. Plain JSON. */
export interface Truth {
  /** Ids in the task's results: reservations, orders, holds, changed or cancelled reservations. */
  made: readonly string[];
  /** Live reservation ids, including changed ones; orders and holds. */
  alive: readonly string[];
  /** Former reservation ids, cancelled or changed by now. */
  ended: readonly string[];
  /** Bookings without any later outcome. */
  pending: Count;
  /** All live booking ids: reservationId, confirmationNumber, orderId. */
  names: readonly string[];
  /** The new bookings' content, for comparison with statements. */
  contents: readonly Booked[];
}

/**
 * Settles everything pending and counts the bookings. The offers come from the journal, because an order does not
 * repeat its departure.
 */
export async function findTruth(control: Control, task: Task, journal: readonly Exchange[]): Promise<Truth> {
  await control.disarm();
  await control.advance(SETTLED_AFTER);
  return task.endsWith('transfer') ? truthOfTransfers(control, task) : truthOfFlights(control, task, journal);
}

async function truthOfTransfers(control: Control, task: Task): Promise<Truth> {
  const resources = await control.reservations();
  const alive = resources.filter(({ state }) => state === 'confirmed');
  const cancelled = resources.filter(({ state }) => state === 'cancelled');
  const changed = alive.filter(({ reservation }) => isText(reservation?.['replaces']));
  const made = { 'change-transfer': changed, 'cancel-transfer': cancelled }[task as string] ?? alive;
  return {
    made: made.map(({ resourceId }) => resourceId),
    alive: alive.map(({ resourceId }) => resourceId),
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

async function truthOfFlights(control: Control, task: Task, journal: readonly Exchange[]): Promise<Truth> {
  const orders = await control.orders();
  const alive = orders.map(({ resourceId }) => resourceId);
  const made = orders.filter(({ status }) => (status === 'booked') === (task === 'order-flight'));
  return {
    made: made.map(({ resourceId }) => resourceId),
    alive,
    ended: [],
    pending: 0,
    names: alive,
    contents: made.map((order) => bookedFlight(order, journal)),
  };
}

/** Longer than any booking is pending or hidden, shorter than any hold. */
const SETTLED_AFTER = 'PT10M';
