import type { ErrorEntry } from '../../errors/catalogue.ts';
import { catalogue } from '../../errors/catalogue.ts';
import { refusedBookings } from '../../errors/refused-bookings.ts';
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
