import { getDriverAndVehicle } from '../../transfers/driver-and-vehicle.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getDriverAndVehicle',
  async run({ transfers }, call, req) {
    return { body: await getDriverAndVehicle(transfers, call, { reservationId: String(req.query['reservationId']) }) };
  },
} satisfies Operation;
