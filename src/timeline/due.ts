import type { DueRecords, ResourceStore } from '../store/resources.ts';
import { settleDue } from '../transfers/settle.ts';
import type { Transfers } from '../transfers/transfers.ts';
import { inSlices } from '../turns.ts';
import { bookingMoments } from './booking-moments.ts';
import { inOrder } from './moment.ts';
import type { Moment } from './moment.ts';
import { orderMoments } from './order-moments.ts';
import { pricingMoments, searchMoments } from './search-moments.ts';

/**
 * Brings a profile up to an instant: pending bookings whose time has come are settled, the earliest first.
 * Returns what fell due after `from` and until `to`, in the order of time: the first `most` moments, and how many there
 * are. Works in slices, where there are many.
 */
export async function fallDue(
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
  moments: Moment[];
  total: number;
}

async function momentsOf(
  { supplier }: Transfers,
  { searches, pricings, orders, bookings }: DueRecords,
): Promise<Moment[]> {
  const ofBookings = await Promise.all(bookings.map((state) => bookingMoments(supplier, state)));
  return [
    ...searches.flatMap((search) => searchMoments(search, [])),
    ...pricings.flatMap(pricingMoments),
    ...orders.flatMap(orderMoments),
    ...ofBookings.flat(),
  ];
}
