import { getFlightOffer } from '../../flights/offers.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getFlightOffer',
  async run({ flights }, call, req) {
    const { gdsprovider, offerId } = readOfferPath(req);
    return { body: await getFlightOffer(flights, call, gdsprovider, offerId) };
  },
} satisfies Operation;
