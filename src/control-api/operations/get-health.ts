import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'getHealth',
  access: 'open',
  run: (service) => ({ body: { status: 'ok', log: { dropped: service.droppedLines() } } }),
} satisfies ServiceOperation<'getHealth'>;
