import { getFlightOffer } from '../../flights/offers.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getFlightOffer',
  async run({ flights }, context, input) {
    const { gdsprovider, offerId } = readOfferPath(input);
    return { body: await getFlightOffer(flights, context, gdsprovider, offerId) };
  },
} satisfies Operation<'getFlightOffer'>;
