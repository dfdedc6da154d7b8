import type { OperationId } from '../api.ts';
import type { RequiredOperation } from './check/fault.ts';

const FLIGHT: RequiredOperation = {
  statuses: [200, 400, 401, 403, 500],
  security: [{ secretKey: [], serviceId: [] }],
};
const TRANSFER: RequiredOperation = { ...FLIGHT, statuses: [...FLIGHT.statuses, 502] };

/** The operations of openapi.yaml in the service, each with the behaviour fixed by the code. */
export const serviceOperations: Readonly<Record<OperationId, RequiredOperation>> = {
  searchFlights: FLIGHT,
  getFlightOffer: FLIGHT,
  getRequiredFields: FLIGHT,
  createFlightOrder: FLIGHT,
  searchTransfers: TRANSFER,
  priceTransfer: TRANSFER,
  bookTransfer: TRANSFER,
  getReservation: TRANSFER,
  searchReservationChanges: TRANSFER,
  confirmReservationChange: TRANSFER,
  cancelReservation: TRANSFER,
  getDriverAndVehicle: TRANSFER,
  getTracking: TRANSFER,
};
