import { getReservation } from '../../transfers/read-reservation.ts';
import type { ReservationQuery } from '../../transfers/read-reservation.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getReservation',
  async run({ transfers }, call, req) {
    const { reservationId, searchId, confirmationNumber, partnerTrackingId } = req.query as ReservationQuery;
    return {
      body: await getReservation(transfers, call, { reservationId, searchId, confirmationNumber, partnerTrackingId }),
    };
  },
} satisfies Operation;
