import type { Scenario } from '../scenario.ts';
import slow from './provider-slow.ts';

const { delay } = slow.parameters;

export default {
  ...slow,
  name: 'provider-0-slow',
  title: 'Flight provider 0 is slow',
  clientSees: 'The same as under `provider-slow(provider=0)`.',
  parameters: { delay },
  effects: (values) => slow.effects({ ...values, provider: '0' }),
} satisfies Scenario;
