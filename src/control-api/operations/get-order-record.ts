import { Refusal } from '../../errors/refusal.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { ControlOperation } from '../operation.ts';

/** Its path names no profile: the credentials do, so they are asked for whatever the access. */
export default {
  operationId: 'getOrderRecord',
  access: 'open',
  async run(service, _call, req) {
    const profile = await authenticate(service, req);
    const orderId = String(req.params['orderId']);
    const order = await service.store.orders.find(profile.code, orderId);
    if (!order)
      throw new Refusal('not_found', [
        { path: 'path/orderId', message: `this profile has no order "${orderId.slice(0, 64)}"` },
      ]);
    const { gdsprovider, offerId, status, request, answer, providerRecord } = order;
    return { body: { orderId, gdsprovider, offerId, status, request, answer, providerRecord } };
  },
} satisfies ControlOperation;
