import type { OrderRecord } from '../store/orders.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** The events of an order. A guarantee that outlives the hold ends with it. */
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

/** The status of an order at an instant; no documented operation reports that a hold has ended. */
export function orderStatus({ status, hold }: OrderRecord, now: number): 'booked' | 'held' | 'hold_expired' {
  return hold !== null && now >= hold.expiresAt ? 'hold_expired' : status;
}
