import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502-html',
  group: 'lost-responses',
  title: 'Bad gateway with an HTML page, nothing done',
  clientSees:
    'HTTP 502 of a gateway in front of the service. The body is an HTML page, with `Content-Type: text/html`. ' +
    'Nothing happened: a later read finds no reservation.',
  operations: allOperations,
  basis: { assumption: 'errors.gateways' },
  rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
  edge: { at: 'before', gateway: { status: 502, body: 'html' } },
} satisfies Scenario;
