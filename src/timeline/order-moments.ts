import type { OrderRecord } from '../store/orders.ts';
import type { Moment } from './moment.ts';

/** The life of an order. A guarantee that outlives the hold ends with it. */
export function orderMoments({ orderId, createdAt, hold }: OrderRecord): Moment[] {
  const of = { kind: 'order', resourceId: orderId } as const;
  const made: Moment = { at: createdAt, what: 'order_made', byClock: false, ...of };
  if (hold === null) return [made];
  const { expiresAt, priceGuaranteedUntil } = hold;
  const unguaranteed: Moment[] =
    priceGuaranteedUntil === null
      ? []
      : [{ at: Math.min(priceGuaranteedUntil, expiresAt), what: 'price_guarantee_ended', byClock: true, ...of }];
  return [made, ...unguaranteed, { at: expiresAt, what: 'hold_expired', byClock: true, ...of }];
}

/** How an order stands at an instant; no documented operation tells that a hold has ended. */
export function orderStatus({ status, hold }: OrderRecord, now: number): 'booked' | 'held' | 'hold_expired' {
  return hold !== null && now >= hold.expiresAt ? 'hold_expired' : status;
}
