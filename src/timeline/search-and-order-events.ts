import { endOf, forgottenAt } from '../base/lifetime.ts';
import type { PricingRecord } from '../store/bookings.ts';
import type { OrderRecord } from '../store/orders.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { TimelineEvent } from './timeline-event.ts';
import { sortByTime } from './timeline-event.ts';

/** A search's events: its pricings, when its offers and tokens expire, and when it is forgotten. */
export function searchEvents(search: SearchRecord, pricings: readonly PricingRecord[]): TimelineEvent[] {
  const of = (at: number, what: TimelineEvent['what'], byClock: boolean): TimelineEvent => ({
    at,
    what,
    kind: 'search',
    resourceId: search.searchId,
    byClock,
  });
  const own = pricings.filter(({ searchId }) => searchId === search.searchId);
  return sortByTime([
    of(search.createdAt, 'search_made', false),
    ...own.flatMap(pricingEvents),
    of(endOf(search), 'offers_expired', true),
    of(forgottenAt(search), 'search_forgotten', true),
  ]);
}

export function pricingEvents({ searchId, pricingToken, createdAt, endsAt }: PricingRecord): TimelineEvent[] {
  const of = { kind: 'search', resourceId: searchId, details: { pricingToken } } as const;
  return [
    { at: createdAt, what: 'pricing_made', byClock: false, ...of },
    { at: endsAt, what: 'pricing_expired', byClock: true, ...of },
  ];
}

/** Returns an order's events. A guarantee longer than the hold ends with it. */
export function orderEvents({ orderId, createdAt, hold }: OrderRecord): TimelineEvent[] {
  const of = { kind: 'order', resourceId: orderId } as const;
  const made: TimelineEvent = { at: createdAt, what: 'order_made', byClock: false, ...of };
  if (hold === null) return [made];
  const { expiresAt, priceGuaranteedUntil } = hold;
  const unguaranteed: TimelineEvent[] =
    priceGuaranteedUntil === null
      ? []
      : [{ at: Math.min(priceGuaranteedUntil, expiresAt), what: 'price_guarantee_ended', byClock: true, ...of }];
  return [made, ...unguaranteed, { at: expiresAt, what: 'hold_expired', byClock: true, ...of }];
}

/** Returns an order's status at an instant; no documented operation reports that a hold ended. */
export function orderStatus({ status, hold }: OrderRecord, now: number): 'booked' | 'held' | 'hold_expired' {
  return hold !== null && now >= hold.expiresAt ? 'hold_expired' : status;
}
