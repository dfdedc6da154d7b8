import { searchTransfers } from '../../transfers/search.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchTransfers',
  async run({ transfers }, context, input) {
    return { body: await searchTransfers(transfers, context, input.body) };
  },
} satisfies Operation<'searchTransfers'>;
