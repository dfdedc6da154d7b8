import { getTracking } from '../../transfers/tracking.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getTracking',
  async run({ transfers }, call, req) {
    return { body: await getTracking(transfers, call, { reservationId: String(req.query['reservationId']) }) };
  },
} satisfies Operation;
