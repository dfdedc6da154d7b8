import type { BadClient } from '../bad-client.ts';
import { cancellingBlindly } from '../lost.ts';

export default [
  {
    name: 'forgets-a-cancellation-with-a-server-error',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a cancellation that got a 500 for done, and never looks.',
    scenario: 'cancel:server-error(calls=1)',
    client: cancellingBlindly,
  },
  {
    name: 'forgets-a-cancellation-with-a-timeout',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a cancellation that got no response for done, and never looks.',
    scenario: 'cancel:timeout(calls=1)',
    client: cancellingBlindly,
  },
  {
    name: 'forgets-a-cancellation-with-a-cut-connection',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a cancellation whose connection was cut for done, and never looks.',
    scenario: 'cancel:dropped(calls=1)',
    client: cancellingBlindly,
  },
] satisfies BadClient[];
