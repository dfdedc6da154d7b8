import { toIso } from '../../base/clock.ts';
import type { OrderRecord } from '../../store/orders.ts';
import { orderEvents, orderStatus } from '../../timeline/order-events.ts';
import type { ControlSchema } from '../control-api.ts';
import { describeTimeline } from './timeline.ts';

/** A flight order as it is now. */
export function describeOrder(order: OrderRecord, now: number): ControlSchema['OrderResource'] {
  const { orderId, gdsprovider, offerId, hold, createdAt, request, providerRecord } = order;
  const { totalAmount, currency } = order.answer;
  return {
    kind: 'order',
    resourceId: orderId,
    status: orderStatus(order, now),
    gdsprovider,
    offerId,
    totalAmount,
    currency,
    createdAt: toIso(createdAt),
    holdExpiresAt: hold && toIso(hold.expiresAt),
    priceGuaranteedUntil: hold?.priceGuaranteedUntil ? toIso(hold.priceGuaranteedUntil) : null,
    request: { ...request },
    providerRecord: { ...providerRecord },
    actions: orderStatus(order, now) === 'held' ? ['expire'] : [],
    timeline: describeTimeline(orderEvents(order), orderId, now),
  };
}
