import type { Scenario } from '../scenario.ts';
import slow from './provider-0-slow.ts';

export default {
  ...slow,
  name: 'provider-1-slow',
  title: 'Flight provider 1 is slow',
  clientSees:
    'The search waits for provider 1, in real time, for at most two seconds. A later provider counts as failed: ' +
    'HTTP 200 with the offers of gdsprovider 0 only. With a shorter `delay` the ' +
    'response is the usual one, late.',
  effects: ({ delay }) => ({ gds: { 1: { delayMs: Number(delay) } } }),
} satisfies Scenario;
