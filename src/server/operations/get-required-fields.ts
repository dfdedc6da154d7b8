import { getRequiredFields } from '../../flights/orders/required-fields.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getRequiredFields',
  async run({ flights }, context, input) {
    const { gdsprovider, offerId } = readOfferPath(input);
    return { body: await getRequiredFields(flights, context, gdsprovider, offerId, input.body) };
  },
} satisfies Operation<'getRequiredFields'>;
