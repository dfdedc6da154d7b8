import { Refusal } from '../../errors/refusal.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { ServiceOperation } from '../operation.ts';

/** The credentials name the profile, so they are required although the access is open. */
export default {
  operationId: 'getOrderRecord',
  access: 'open',
  async run(service, { path: { orderId }, req }) {
    const profile = await authenticate(service, req);
    const order = await service.store.orders.find(profile.code, orderId);
    if (!order)
      throw new Refusal('not_found', [
        { path: 'path/orderId', message: `this profile has no order "${orderId.slice(0, 64)}"` },
      ]);
    const { gdsprovider, offerId, status, request, answer, providerRecord } = order;
    return { body: { orderId, gdsprovider, offerId, status, request, answer, providerRecord } };
  },
} satisfies ServiceOperation<'getOrderRecord'>;
