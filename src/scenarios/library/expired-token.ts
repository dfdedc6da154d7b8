import type { Scenario } from '../scenario.ts';

export default {
  name: 'expired-token',
  group: 'expiry',
  title: 'The offer expired a moment ago',
  clientSees:
    'The offer counts as expired for this request: pricing returns 400, booking and change confirmation return ' +
    '200 with status `failed`, both with `token_expired`.',
  operations: ['priceTransfer', 'bookTransfer', 'confirmReservationChange'],
  basis: 'documented',
  rules: ['transfer.token.expires-with-offer', 'transfer.booking.failed'],
  effects: { expiry: 'reached' },
} satisfies Scenario;
