import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '502-empty',
  group: 'lost-responses',
  title: 'Bad gateway without a body, nothing done',
  clientSees:
    'HTTP 502 of a gateway in front of the service. There is no body and no `Content-Type`. ' +
    'Nothing happened: a later read finds no reservation.',
  operations: allOperations,
  basis: { assumption: 'errors.gateways' },
  rules: ['transfer.502.proves-nothing', 'transfer.502.keep-identifiers', 'transfer.502.read-before-rebooking'],
  edge: { at: 'before', gateway: { status: 502, body: 'empty' } },
} satisfies Scenario;
