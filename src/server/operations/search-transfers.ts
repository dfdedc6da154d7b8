import type { TransferSearchRequest } from '../../api.ts';
import { searchTransfers } from '../../transfers/search.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'searchTransfers',
  async run({ transfers }, call, req) {
    return { body: await searchTransfers(transfers, call, req.body as TransferSearchRequest) };
  },
} satisfies Operation;
