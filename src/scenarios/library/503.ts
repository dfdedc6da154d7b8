import { asking, askingToWait } from '../gateways.ts';
import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '503',
  group: 'lost-responses',
  title: 'Service unavailable, nothing done',
  clientSees:
    'HTTP 503 of a gateway in front of the service, with `Retry-After: 2`. The body is a page of HTML. Nothing ' +
    'happened, and the client cannot see that: a booking has to be read before it is sent again.',
  operations: allOperations,
  basis: { assumption: 'errors.gateways' },
  rules: [],
  parameters: asking,
  edge: (values) => ({ at: 'before', gateway: askingToWait(503, values) }),
} satisfies Scenario;
