import type { Scenario } from '../scenario.ts';
import slow from './provider-slow.ts';

const { delay } = slow.parameters;

export default {
  ...slow,
  name: 'provider-1-slow',
  title: 'Flight provider 1 is slow',
  clientSees: 'The same as under `provider-slow(provider=1)`.',
  parameters: { delay },
  effects: (values) => slow.effects({ ...values, provider: '1' }),
} satisfies Scenario;
