import { priceTransfer } from '../../transfers/pricing.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'priceTransfer',
  async run({ transfers }, context, input) {
    return { body: await priceTransfer(transfers, context, input.body) };
  },
} satisfies Operation<'priceTransfer'>;
