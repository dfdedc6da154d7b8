import type { ControlOperation } from '../operation.ts';

export default {
  operationId: 'getReadiness',
  access: 'open',
  async run({ store }) {
    await store.profiles.count();
    return { body: { status: 'ready' } };
  },
} satisfies ControlOperation;
