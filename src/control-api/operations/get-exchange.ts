import { causedVerdicts } from '../journal/caused-verdicts.ts';
import { describeExchange } from '../journal/describe-exchange.ts';
import { findExchange } from '../journal/find-exchange.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getExchange',
  access: 'profile',
  async run(service, { profile, path }) {
    const exchange = await findExchange(service, profile, path.exchangeId);
    return { body: { exchange: describeExchange(exchange, await causedVerdicts(service, profile.code)) } };
  },
} satisfies ProfileOperation<'getExchange'>;
