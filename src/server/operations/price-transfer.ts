import type { PricingRequest } from '../../api.ts';
import { priceTransfer } from '../../transfers/pricing.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'priceTransfer',
  async run({ transfers }, call, req) {
    return { body: await priceTransfer(transfers, call, req.body as PricingRequest) };
  },
} satisfies Operation;
