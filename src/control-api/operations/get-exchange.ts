import { describeExchange } from '../journal/describe-exchange.ts';
import { findExchange } from '../journal/find-exchange.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getExchange',
  access: 'profile',
  async run(service, { profile }, req) {
    return { body: { exchange: describeExchange(await findExchange(service, profile!, req)) } };
  },
} satisfies ControlOperation;
