import { asking, askingToWait } from '../gateways.ts';
import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '503',
  group: 'lost-responses',
  title: 'Service unavailable, nothing done',
  clientSees:
    'HTTP 503 of a gateway in front of the service, with `Retry-After: 2`. The body is an HTML page. Nothing ' +
    'happened, but the client cannot see that: it has to read a booking before it sends it again.',
  operations: allOperations,
  basis: { assumption: 'errors.gateways' },
  rules: [],
  parameters: asking,
  edge: (values) => ({ at: 'before', gateway: askingToWait(503, values) }),
} satisfies Scenario;
