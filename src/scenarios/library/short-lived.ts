import type { Scenario } from '../scenario.ts';

export default {
  name: 'short-lived',
  group: 'expiry',
  title: 'Offers that expire soon',
  clientSees:
    'The offers of this search, and the tokens of transfers with them, expire ten seconds later, or after ' +
    'another `lifetime`: their `expiresAt` states it. Then they count as expired, and after the same time again, as ' +
    'unknown.',
  operations: ['searchFlights', 'searchTransfers', 'searchReservationChanges'],
  basis: 'documented',
  rules: ['offer.expiry.ends-offer', 'offer.fields.expires-at', 'transfer.offer.expires-at'],
  parameters: {
    lifetime: {
      kind: 'duration',
      default: 'PT10S',
      shortest: 'PT1S',
      longest: 'PT15M',
      is: 'lifetime of the offers, from PT1S to PT15M',
    },
  },
  effects: ({ lifetime }) => ({ lifetimeMs: Number(lifetime) }),
} satisfies Scenario;
