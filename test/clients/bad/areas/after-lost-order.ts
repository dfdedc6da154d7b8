import type { BadClient } from '../bad-client.ts';
import { hedgingOrders, reordering, researching } from '../lost.ts';

export default [
  {
    name: 'orders-again-after-a-timeout',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order again when no response came in time.',
    scenario: 'order:timeout-after-commit(calls=1)',
    client: reordering,
  },
  {
    name: 'orders-again-after-half-a-response',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order again when only half of the response arrived.',
    scenario: 'order:truncated-body(calls=1)',
    client: reordering,
  },
  {
    name: 'orders-again-after-an-unreadable-response',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order again when it could not read the response.',
    scenario: 'order:malformed-body(calls=1)',
    client: reordering,
  },
  {
    name: 'orders-from-a-new-search-after-a-cut-connection',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a cut connection for a failure, and orders the journey from a new search.',
    scenario: 'order:dropped-after-commit(calls=1)',
    client: researching,
  },
  {
    name: 'orders-from-a-new-search-after-half-a-response',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes half a response for a failure, and orders the journey from a new search.',
    scenario: 'order:truncated-body(calls=1)',
    client: researching,
  },
  {
    name: 'hedges-a-slow-order',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It sends a flight order a second time while the first one is on its way.',
    scenario: 'order:slow(delay=PT0.3S)',
    client: hedgingOrders,
  },
] satisfies BadClient[];
