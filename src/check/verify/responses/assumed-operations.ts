import type { OperationId } from '../../../interface/api.ts';

/**
 * Operations mentioned in the document without an address (§4.2, §4.3), each with its assumption. A target may not have
 * them.
 */
export const assumedOperations: Readonly<Partial<Record<OperationId, string>>> = {
  getFlightOffer: 'flight.offer-detail',
  getRequiredFields: 'flight.required-fields-endpoint',
  getDriverAndVehicle: 'transfer.driver-and-vehicle',
  getTracking: 'transfer.tracking',
  cancelReservation: 'transfer.cancellation',
};
