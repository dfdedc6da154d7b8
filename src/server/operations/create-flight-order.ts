import type { FlightOrderRequest } from '../../api.ts';
import { createFlightOrder } from '../../flights/orders/create-order.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'createFlightOrder',
  async run({ flights }, call, req) {
    const { gdsprovider, offerId } = readOfferPath(req);
    return { body: await createFlightOrder(flights, call, gdsprovider, offerId, req.body as FlightOrderRequest) };
  },
} satisfies Operation;
