import type { Scenario } from '../scenario.ts';

export default {
  name: 'price-differs',
  group: 'offers',
  title: 'Pricing states another price than the search',
  clientSees:
    'The pricing returns another `baseAmount` and `totalAmount` than the offer had, higher by ten percent, or ' +
    'by another `percent`, or lower. The price of the pricing counts: the reservation has it.',
  operations: ['priceTransfer'],
  basis: { assumption: 'transfer.price-at-pricing' },
  rules: ['transfer.pricing.mandatory'],
  parameters: {
    percent: { kind: 'count', default: 10, most: 99, is: 'difference in percent, from 0 to 99' },
    direction: { kind: 'choice', of: ['higher', 'lower'], default: 'higher', is: 'direction of the difference' },
  },
  effects: ({ percent, direction }) => ({ pricePercent: direction === 'lower' ? -Number(percent) : Number(percent) }),
} satisfies Scenario;
