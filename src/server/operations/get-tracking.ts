import { getTracking } from '../../transfers/tracking.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getTracking',
  async run({ transfers }, context, input) {
    return { body: await getTracking(transfers, context, input.query) };
  },
} satisfies Operation<'getTracking'>;
