import { asCurl } from '../../journal/as-curl.ts';
import { findExchange } from '../journal/find-exchange.ts';
import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getExchangeAsCurl',
  access: 'profile',
  async run(service, { profile }, req) {
    // The caller knows where this sandbox is to be reached; it may have moved since the exchange.
    const baseUrl = `${req.protocol}://${req.headers.host ?? '127.0.0.1'}`;
    return { text: asCurl(await findExchange(service, profile!, req), baseUrl), mediaType: 'text/plain' };
  },
} satisfies ControlOperation;
