import type { ResponseValue } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { bookTransfer } from '../../transfers/book.ts';
import { failedBooking } from '../../transfers/booking-result.ts';
import { cancelReservation } from '../../transfers/cancel-reservation.ts';
import { confirmReservationChange } from '../../transfers/confirm-change.ts';
import { priceTransfer } from '../../transfers/pricing.ts';
import { getReservation } from '../../transfers/read-reservation.ts';
import { getDriverAndVehicle, getTracking } from '../../transfers/ride.ts';
import { searchTransfers } from '../../transfers/search.ts';
import { searchReservationChanges } from '../../transfers/search-changes.ts';
import type { Input, Operations } from './operation.ts';

/** The transfer half's operations: HTTP to domain and back, nothing else. */
export const transferOperations = {
  searchTransfers: {
    operationId: 'searchTransfers',
    async run({ transfers }, context, { body }) {
      return { body: await searchTransfers(transfers, context, body) };
    },
  },

  priceTransfer: {
    operationId: 'priceTransfer',
    async run({ transfers }, context, { body }) {
      return { body: await priceTransfer(transfers, context, body) };
    },
  },

  bookTransfer: {
    operationId: 'bookTransfer',
    async run({ transfers }, context, { body }) {
      return orFailed(body, bookTransfer(transfers, context, body));
    },
  },

  getReservation: {
    operationId: 'getReservation',
    async run({ transfers }, context, { query }) {
      return { body: await getReservation(transfers, context, query) };
    },
  },

  searchReservationChanges: {
    operationId: 'searchReservationChanges',
    async run({ transfers }, context, { body }) {
      return { body: await searchReservationChanges(transfers, context, body) };
    },
  },

  confirmReservationChange: {
    operationId: 'confirmReservationChange',
    async run({ transfers }, context, { body }) {
      return orFailed(body, confirmReservationChange(transfers, context, body));
    },
  },

  cancelReservation: {
    operationId: 'cancelReservation',
    async run({ transfers }, context, { body }) {
      return { body: await cancelReservation(transfers, context, body) };
    },
  },

  getDriverAndVehicle: {
    operationId: 'getDriverAndVehicle',
    async run({ transfers }, context, { query }) {
      return { body: await getDriverAndVehicle(transfers, context, query) };
    },
  },

  getTracking: {
    operationId: 'getTracking',
    async run({ transfers }, context, { query }) {
      return { body: await getTracking(transfers, context, query) };
    },
  },
} satisfies Partial<Operations>;

/** A refused booking has a special response: 200 with `status: failed` (§3). */
async function orFailed(
  request: Input<'bookTransfer' | 'confirmReservationChange'>['body'],
  result: Promise<ResponseValue<'BookingResult'>>,
): Promise<{ body: ResponseValue<'BookingResult'>; isRefused: boolean }> {
  try {
    return { body: await result, isRefused: false };
  } catch (error) {
    if (error instanceof Refusal) return { body: failedBooking(request, error), isRefused: true };
    throw error;
  }
}
