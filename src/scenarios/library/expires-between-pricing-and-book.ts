import type { Scenario } from '../scenario.ts';

export default {
  name: 'expires-between-pricing-and-book',
  group: 'expiry',
  title: 'The offer ends before the booking',
  clientSees:
    'The pricing returns as usual, with an `expiresAt` in the future. After the pricing its `pricingToken` does not ' +
    'work: booking and change confirmation return 200 with status `failed` and `token_expired`. The offer can ' +
    'be priced again.',
  operations: ['priceTransfer'],
  basis: { assumption: 'transfer.early-expiry' },
  rules: ['transfer.token.expires-with-offer'],
  effects: { pricing: 'expires-at-once' },
} satisfies Scenario;
