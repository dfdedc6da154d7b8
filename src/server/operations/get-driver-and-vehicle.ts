import { getDriverAndVehicle } from '../../transfers/driver-and-vehicle.ts';
import type { Operation } from './operation.ts';

export default {
  operationId: 'getDriverAndVehicle',
  async run({ transfers }, context, input) {
    return { body: await getDriverAndVehicle(transfers, context, input.query) };
  },
} satisfies Operation<'getDriverAndVehicle'>;
