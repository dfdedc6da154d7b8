import { asCurl } from '../../exchange/as-curl.ts';
import { findExchange } from '../journal/find-exchange.ts';
import { originOf } from '../journal/origin-of.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getExchangeAsCurl',
  access: 'profile',
  async run(service, { profile, path, req }) {
    const exchange = await findExchange(service, profile, path.exchangeId);
    return { text: asCurl(exchange, originOf(req)), mediaType: 'text/plain' };
  },
} satisfies ProfileOperation<'getExchangeAsCurl'>;
