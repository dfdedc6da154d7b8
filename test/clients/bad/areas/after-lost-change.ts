import type { BadClient } from '../bad-client.ts';
import { changingAgain, neverLooking, startingOver } from '../lost.ts';

const PROOF = { 'transfer.502.proves-nothing': 'it takes the lost response for a proof' };
const UNREAD = { 'transfer.502.read-before-rebooking': 'nothing was read before the second booking' };

export default [
  {
    name: 'changes-again-after-a-timeout',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation again when no response came in time.',
    scenario: 'change:timeout-after-commit(calls=1)',
    consequences: PROOF,
    client: changingAgain,
  },
  {
    name: 'changes-again-after-a-cut-connection',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation again when the connection was cut.',
    scenario: 'change:dropped-after-commit(calls=1)',
    consequences: PROOF,
    client: changingAgain,
  },
  {
    name: 'changes-again-after-half-a-response',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation again when only half of the response arrived.',
    scenario: 'change:truncated-body(calls=1)',
    consequences: PROOF,
    client: changingAgain,
  },
  {
    name: 'changes-again-after-an-unreadable-response',
    rule: 'transfer.502.read-before-rebooking',
    level: 'warn',
    breaks: 'It sends a change confirmation again when it could not read the response.',
    scenario: 'change:malformed-body(calls=1)',
    consequences: PROOF,
    client: changingAgain,
  },
  {
    name: 'changes-from-a-new-search-after-a-502',
    rule: 'transfer.502.proves-nothing',
    breaks: 'It takes a 502 for a failure, and changes the reservation from a new change search.',
    scenario: 'change:502(calls=1)',
    consequences: UNREAD,
    client: startingOver,
  },
  {
    name: 'changes-from-a-new-search-after-a-timeout',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It takes a time-out for a failure, and changes the reservation from a new change search.',
    scenario: 'change:timeout(calls=1)',
    consequences: UNREAD,
    client: startingOver,
  },
  {
    name: 'never-looks-after-a-change-with-a-502',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It reports a change with a 502 as failed, and never reads it.',
    scenario: 'change:502-after-commit(calls=1)',
    client: neverLooking,
  },
  {
    name: 'never-looks-after-a-change-with-a-timeout',
    rule: 'transfer.502.proves-nothing',
    level: 'warn',
    breaks: 'It reports a change without a response as failed, and never reads it.',
    scenario: 'change:timeout-after-commit(calls=1)',
    client: neverLooking,
  },
] satisfies BadClient[];
