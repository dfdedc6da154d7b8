import { Refusal } from '../../interface/errors/refusal.ts';
import { bookTransfer } from '../../transfers/book.ts';
import { failedBooking } from '../../transfers/booking-result.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'bookTransfer',
  async run({ transfers }, context, input) {
    try {
      return { body: await bookTransfer(transfers, context, input.body) };
    } catch (error) {
      if (error instanceof Refusal) return { body: failedBooking(input.body, error) };
      throw error;
    }
  },
} satisfies Operation<'bookTransfer'>;
