import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getHealth',
  access: 'open',
  run: async ({ droppedLines }) => ({ body: { status: 'ok', log: { dropped: droppedLines() } } }),
} satisfies ControlOperation;
