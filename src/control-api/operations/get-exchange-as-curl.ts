import { asCurl } from '../../journal/as-curl.ts';
import { findExchange } from '../journal/find-exchange.ts';
import type { ProfileOperation } from '../operation.ts';

export default {
  operationId: 'getExchangeAsCurl',
  access: 'profile',
  async run(service, { profile, path, req }) {
    // The address that the client uses now; the sandbox may have moved since the exchange.
    const baseUrl = `${req.protocol}://${req.headers.host ?? '127.0.0.1'}`;
    return { text: asCurl(await findExchange(service, profile, path.exchangeId), baseUrl), mediaType: 'text/plain' };
  },
} satisfies ProfileOperation<'getExchangeAsCurl'>;
