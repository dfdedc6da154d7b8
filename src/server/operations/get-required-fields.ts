import type { RequiredFieldsRequest } from '../../api.ts';
import { getRequiredFields } from '../../flights/orders/required-fields.ts';
import { readOfferPath } from './offer-path.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getRequiredFields',
  async run({ flights }, call, req) {
    const { gdsprovider, offerId } = readOfferPath(req);
    return { body: await getRequiredFields(flights, call, gdsprovider, offerId, req.body as RequiredFieldsRequest) };
  },
} satisfies Operation;
