import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getHealth',
  access: 'open',
  run: async () => ({ body: { status: 'ok' } }),
} satisfies ControlOperation;
