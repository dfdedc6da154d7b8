import { createFlightOrder } from '../../flights/orders/create-order.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'createFlightOrder',
  async run({ flights }, context, input) {
    const { gdsprovider, offerId } = readOfferPath(input);
    return { body: await createFlightOrder(flights, context, gdsprovider, offerId, input.body) };
  },
} satisfies Operation<'createFlightOrder'>;
