import { asking, askingToWait } from '../gateways.ts';
import { allOperations } from '../operations.ts';
import type { Scenario } from '../scenario.ts';

export default {
  name: '429',
  group: 'refusals',
  title: 'Too many requests',
  clientSees:
    'HTTP 429 of a gateway in front of the service, with `Retry-After: 2`. The body is an HTML page. The gateway ' +
    'refused the request before the service; after the wait the client can send it again.',
  operations: allOperations,
  basis: { assumption: 'errors.gateways' },
  rules: [],
  parameters: asking,
  edge: (values) => ({ at: 'before', gateway: askingToWait(429, values) }),
} satisfies Scenario;
