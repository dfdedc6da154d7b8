import type { Scenario } from '../scenario.ts';
import down from './provider-0-down.ts';

export default {
  ...down,
  name: 'provider-1-down',
  title: 'Flight provider 1 is down',
  clientSees: 'HTTP 200 with the offers of gdsprovider 0 only.',
  effects: { gds: { 1: { search: 'down' } } },
} satisfies Scenario;
