import { Refusal } from '../../interface/errors/refusal.ts';
import { failedBooking } from '../../transfers/booking-result.ts';
import { confirmReservationChange } from '../../transfers/confirm-change.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'confirmReservationChange',
  async run({ transfers }, context, input) {
    try {
      return { body: await confirmReservationChange(transfers, context, input.body) };
    } catch (error) {
      if (error instanceof Refusal) return { body: failedBooking(input.body, error) };
      throw error;
    }
  },
} satisfies Operation<'confirmReservationChange'>;
