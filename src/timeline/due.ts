import type { ResourceStore } from '../store/resources.ts';
import { settleDue } from '../transfers/settle.ts';
import type { Transfers } from '../transfers/transfers.ts';
import { bookingMoments } from './booking-moments.ts';
import { inOrder } from './moment.ts';
import type { Moment } from './moment.ts';
import { orderMoments } from './order-moments.ts';
import { pricingMoments, searchMoments } from './search-moments.ts';

/**
 * Brings a profile up to an instant: pending bookings whose time has come are settled, the earliest first.
 * Answers everything that fell due after `from` and until `to`, in the order of time.
 */
export async function fallDue(transfers: Transfers, resources: ResourceStore, profileCode: string, from: number, to: number): Promise<Moment[]> {
  await settleDue(transfers, profileCode, to);
  const { searches, pricings, orders, bookings } = await resources.due(profileCode, from, to);
  const ofBookings = await Promise.all(bookings.map((state) => bookingMoments(transfers.supplier, state)));
  const moments = [...searches.flatMap((search) => searchMoments(search, [])), ...pricings.flatMap(pricingMoments), ...orders.flatMap(orderMoments), ...ofBookings.flat()];
  return inOrder(moments.filter(({ at, byClock }) => byClock && at > from && at <= to));
}
