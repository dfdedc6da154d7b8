import type { ErrorEntry } from '../../interface/errors/catalogue.ts';
import { catalogue } from '../../interface/errors/catalogue.ts';
import { refusedBookings } from '../../interface/errors/refused-bookings.ts';
import type { ServiceOperation } from '../operation.ts';

export default {
  operationId: 'listErrorCodes',
  access: 'open',
  run: () => ({
    body: {
      errorCodes: Object.entries<ErrorEntry>(catalogue).map(([name, { code = name, status, summary, next }]) => ({
        name,
        code,
        status,
        summary,
        next,
        inFailedBooking: refusedBookings.some((refused) => refused === name),
      })),
    },
  }),
} satisfies ServiceOperation<'listErrorCodes'>;
