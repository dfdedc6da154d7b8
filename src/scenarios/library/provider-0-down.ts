import type { Scenario } from '../scenario.ts';
import down from './provider-down.ts';

export default {
  ...down,
  name: 'provider-0-down',
  title: 'Flight provider 0 is down',
  clientSees: 'The same as under `provider-down(provider=0)`.',
  parameters: {},
  effects: () => down.effects({ provider: '0' }),
} satisfies Scenario;
