import { calls } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'adds-a-path-of-its-own-to-the-base-url',
    rule: 'service.base-url',
    breaks: 'It puts /api before the addresses of the flight endpoints, below the base URL that it was given.',
    notInHar: 'the recording does not say which base URL the client was given',
    client: () => ({ address: (_traveller, { path }) => (path.startsWith('/v1/') ? `/api${path}` : path) }),
  },
  {
    name: 'adds-a-path-of-its-own-to-transfers',
    rule: 'service.base-url',
    level: 'warn',
    breaks: 'It puts /transfers before the addresses of the transfer endpoints, whose prefix is not shown.',
    notInHar: 'the prefix of the transfer endpoints is not shown in the document',
    client: () => ({ address: (_traveller, { path }) => (path.startsWith('/v1/') ? path : `/transfers${path}`) }),
  },
  {
    name: 'searches-with-get',
    rule: 'flight-search.endpoint',
    breaks: 'It searches flights with GET, and the search in the query.',
    client: calls('/v1/flights/search', ({ path }) => ({ method: 'GET', path, query: { origin: 'MAD' } })),
  },
  {
    name: 'orders-at-orders',
    rule: 'flight-order.endpoint',
    breaks: 'It writes orders for order in the path.',
    client: () => ({ address: (_traveller, { path }) => path.replace(/\/order\/(?=\d)/, '/orders/') }),
  },
  {
    name: 'leaves-the-version-out-of-the-path',
    rule: 'versioning.flight-v1-path',
    breaks: 'It calls the flight endpoints without /v1.',
    notInHar: 'no call has a documented path, so nothing shows that the calls are meant for the service',
    client: () => ({ address: (_traveller, { path }) => path.replace(/^\/v1/, '') }),
  },
  {
    name: 'books-transfers-without-a-key',
    rule: 'service.developer-profile',
    level: 'warn',
    breaks: 'It takes the transfer endpoints for public ones and calls them without a key pair.',
    client: (good) => ({
      headers: (traveller, call) =>
        call.path.startsWith('/v1/') ? good.headers(traveller, call) : { 'content-type': 'application/json' },
    }),
  },
] satisfies BadClient[];
