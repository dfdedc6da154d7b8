import type { DueRecords, ResourceStore } from '../store/resources.ts';
import { settleDue } from '../transfers/settle.ts';
import type { Transfers } from '../transfers/transfers.ts';
import { inSlices } from '../turns.ts';
import { bookingEvents } from './booking-events.ts';
import { orderEvents } from './order-events.ts';
import { pricingEvents, searchEvents } from './search-events.ts';
import { inOrder } from './timeline-event.ts';
import type { TimelineEvent } from './timeline-event.ts';

/**
 * Brings a profile up to an instant: pending bookings whose time has come are settled, the earliest first.
 * Returns what fell due after `from` and until `to`, in the order of time: the first `most` moments, and how many there
 * are. Works in slices, where there are many.
 */
export async function settleAndListDue(
  transfers: Transfers,
  resources: ResourceStore,
  profileCode: string,
  { from, to, most }: Span,
): Promise<Due> {
  await settleDue(transfers, profileCode, to);
  const pause = inSlices();
  const due: Due = { moments: [], total: 0 };
  for await (const records of resources.due(profileCode, from, to)) {
    const moments = (await momentsOf(transfers, records)).filter(({ at, byClock }) => byClock && at > from && at <= to);
    due.total += moments.length;
    due.moments = inOrder([...due.moments, ...moments]).slice(0, most);
    await pause();
  }
  return due;
}

interface Span {
  from: number;
  to: number;
  most: number;
}

export interface Due {
  moments: TimelineEvent[];
  total: number;
}

async function momentsOf(
  { supplier }: Transfers,
  { searches, pricings, orders, bookings }: DueRecords,
): Promise<TimelineEvent[]> {
  const ofBookings = await Promise.all(bookings.map((state) => bookingEvents(supplier, state)));
  return [
    ...searches.flatMap((search) => searchEvents(search, [])),
    ...pricings.flatMap(pricingEvents),
    ...orders.flatMap(orderEvents),
    ...ofBookings.flat(),
  ];
}
