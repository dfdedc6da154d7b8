import type { Scenario } from '../scenario.ts';
import down from './provider-down.ts';

export default {
  ...down,
  name: 'provider-1-down',
  title: 'Flight provider 1 is down',
  clientSees: 'The same as under `provider-down(provider=1)`.',
  parameters: {},
  effects: () => down.effects({ provider: '1' }),
} satisfies Scenario;
