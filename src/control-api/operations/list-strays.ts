import { MAX_STRAYS } from '../../journal/strays.ts';
import { describeStrays } from '../journal/describe-stray.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listStrays',
  access: 'admin',
  async run(service, { query: { limit = MAX_STRAYS } }) {
    return { body: { strays: await describeStrays(service, Number(limit)), dropped: service.strays.dropped } };
  },
} satisfies ServiceOperation<'listStrays'>;
