import type { BookRequest } from '../../api.ts';
import { Refusal } from '../../errors/refusal.ts';
import { bookTransfer } from '../../transfers/book.ts';
import { failedBooking } from '../../transfers/booking-result.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'bookTransfer',
  async run({ transfers }, call, req) {
    const request = req.body as BookRequest;
    try {
      return { body: await bookTransfer(transfers, call, request) };
    } catch (error) {
      if (error instanceof Refusal) return { body: failedBooking(request, error) };
      throw error;
    }
  },
} satisfies Operation;
