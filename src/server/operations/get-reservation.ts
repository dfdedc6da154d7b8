import { getReservation } from '../../transfers/read-reservation.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getReservation',
  async run({ transfers }, context, input) {
    return { body: await getReservation(transfers, context, input.query) };
  },
} satisfies Operation<'getReservation'>;
