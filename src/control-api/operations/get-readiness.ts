import { Refusal } from '../../interface/errors/refusal.ts';
import { UnwritableError } from '../../store/unwritable.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'getReadiness',
  access: 'open',
  async run({ store, log }) {
    try {
      await store.probe();
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      log.error({ err: error }, 'the store cannot be written');
      throw new Refusal('not_ready');
    }
    return { body: { status: 'ready' } };
  },
} satisfies ServiceOperation<'getReadiness'>;
