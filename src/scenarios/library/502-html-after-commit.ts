import { committingOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502-html-after-commit',
  shownAs: '502-html',
  group: 'lost-responses',
  title: 'Bad gateway with an HTML page, work done',
  clientSees:
    'HTTP 502 of a gateway, exactly as in the scenario `502-html`. The order or reservation exists, and a cancelled ' +
    'one is cancelled.',
  operations: committingOperations,
  basis: { assumption: 'errors.gateways' },
  rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
  edge: { at: 'after', gateway: { status: 502, body: 'html' } },
} satisfies Scenario;
