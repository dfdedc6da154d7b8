import { describeExchange } from '../journal/describe-exchange.ts';
import { findExchange } from '../journal/find-exchange.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getExchange',
  access: 'profile',
  async run(service, { profile, path }) {
    return { body: { exchange: describeExchange(await findExchange(service, profile, path.exchangeId)) } };
  },
} satisfies ProfileOperation<'getExchange'>;
