import type { ChangeRequest } from '../../api.ts';
import { Refusal } from '../../errors/refusal.ts';
import { failedBooking } from '../../transfers/booking-result.ts';
import { confirmReservationChange } from '../../transfers/confirm-change.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'confirmReservationChange',
  async run({ transfers }, call, req) {
    const request = req.body as ChangeRequest;
    try {
      return { body: await confirmReservationChange(transfers, call, request) };
    } catch (error) {
      if (error instanceof Refusal) return { body: failedBooking(request, error) };
      throw error;
    }
  },
} satisfies Operation;
