import { MAX_STRAYS } from '../../journal/strays.ts';
import { inSlices } from '../../turns.ts';
import type { ControlSchema } from '../control-api.ts';
import { describeStray } from '../journal/describe-stray.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listStrays',
  access: 'admin',
  async run(service, { query: { limit = MAX_STRAYS } }) {
    const pause = inSlices();
    const strays: ControlSchema['Stray'][] = [];
    for (const stray of service.strays.latest(Number(limit))) {
      strays.push(describeStray(stray, service));
      await pause();
    }
    return { body: { strays, dropped: service.strays.dropped } };
  },
} satisfies ServiceOperation<'listStrays'>;
