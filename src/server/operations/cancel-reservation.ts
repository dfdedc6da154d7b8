import type { CancelRequest } from '../../api.ts';
import { cancelReservation } from '../../transfers/cancel-reservation.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'cancelReservation',
  async run({ transfers }, call, req) {
    return { body: await cancelReservation(transfers, call, req.body as CancelRequest) };
  },
} satisfies Operation;
