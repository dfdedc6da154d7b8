import { cancelReservation } from '../../transfers/cancel-reservation.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'cancelReservation',
  async run({ transfers }, context, input) {
    return { body: await cancelReservation(transfers, context, input.body) };
  },
} satisfies Operation<'cancelReservation'>;
