import { inSlices } from '../base/turns.ts';
import type { DueRecords, ResourceStore } from '../store/resources.ts';
import { settleDue } from '../transfers/settle.ts';
import type { Transfers } from '../transfers/transfers.ts';
import { bookingEvents } from './booking-events.ts';
import { orderEvents, pricingEvents, searchEvents } from './search-and-order-events.ts';
import type { TimelineEvent } from './timeline-event.ts';
import { sortByTime } from './timeline-event.ts';

/**
 * Settles a profile's due pending bookings at an instant, the earliest first. Returns the events due after `from` and
 * until `to`, sorted by time: the first `max`, and their total number. Works in slices.
 */
export async function settleAndListDue(
  transfers: Transfers,
  resources: ResourceStore,
  profileCode: string,
  span: Span,
): Promise<Due> {
  await settleDue(transfers, profileCode, span.to);
  return span.from < span.to ? listDue(transfers, resources, profileCode, span) : { events: [], total: 0 };
}

/**
 * Returns the events due after `from` and until `to`, sorted by time: the first `max` matching events, and their total
 * number.
 */
export async function listDue(
  transfers: Transfers,
  resources: ResourceStore,
  profileCode: string,
  { from, to, max, fits = () => true }: Span & { fits?: (event: TimelineEvent) => boolean },
): Promise<Due> {
  const pause = inSlices();
  const due: Due = { events: [], total: 0 };
  for await (const records of resources.due(profileCode, from, to)) {
    const events = (await eventsOf(transfers, records)).filter(
      (event) => event.byClock && event.at > from && event.at <= to && fits(event),
    );
    due.total += events.length;
    due.events = sortByTime([...due.events, ...events]).slice(0, max);
    await pause();
  }
  return due;
}

interface Span {
  from: number;
  to: number;
  max: number;
}

export interface Due {
  events: TimelineEvent[];
  total: number;
}

async function eventsOf(
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
