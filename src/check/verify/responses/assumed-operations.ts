import type { OperationId } from '../../../interface/api.ts';

/**
 * The operations that the document mentions without an address (§4.2, §4.3), each with its assumption: a target may not
 * have them.
 */
export const assumedOperations: Readonly<Partial<Record<OperationId, string>>> = {
  getFlightOffer: 'flight.offer-detail',
  getRequiredFields: 'flight.required-fields-endpoint',
  getDriverAndVehicle: 'transfer.driver-and-vehicle',
  getTracking: 'transfer.tracking',
  cancelReservation: 'transfer.cancellation',
};
