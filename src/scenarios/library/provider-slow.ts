import type { Scenario } from '../scenario.ts';
import down from './provider-down.ts';

export default {
  ...down,
  name: 'provider-slow',
  title: 'A flight provider is slow',
  clientSees:
    'The search waits for the provider, in real time, for at most two seconds. A later provider counts as failed: ' +
    'HTTP 200 with the offers of the other providers only. With a shorter `delay` the response is the usual one, late.',
  parameters: {
    ...down.parameters,
    delay: { kind: 'duration', default: 'PT5S', longest: 'PT10M', is: 'delay of the provider, at most PT10M' },
  },
  effects: ({ provider, delay }) => ({ gds: { [Number(provider)]: { delayMs: Number(delay) } } }),
} satisfies Scenario;
