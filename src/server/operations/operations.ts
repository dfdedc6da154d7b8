import type { OperationId } from '../../interface/api.ts';
import bookTransfer from './book-transfer.ts';
import cancelReservation from './cancel-reservation.ts';
import confirmReservationChange from './confirm-reservation-change.ts';
import createFlightOrder from './create-flight-order.ts';
import getDriverAndVehicle from './get-driver-and-vehicle.ts';
import getFlightOffer from './get-flight-offer.ts';
import getRequiredFields from './get-required-fields.ts';
import getReservation from './get-reservation.ts';
import getTracking from './get-tracking.ts';
import type { Operation } from './operation.ts';
import priceTransfer from './price-transfer.ts';
import searchFlights from './search-flights.ts';
import searchReservationChanges from './search-reservation-changes.ts';
import searchTransfers from './search-transfers.ts';

/** Every operation by its operationId; the compiler asks for one for each that openapi.yaml has. */
export type Operations = { [Id in OperationId]: Operation<Id> };

export const operations: Operations = {
  bookTransfer,
  cancelReservation,
  confirmReservationChange,
  createFlightOrder,
  getDriverAndVehicle,
  getFlightOffer,
  getRequiredFields,
  getReservation,
  getTracking,
  priceTransfer,
  searchFlights,
  searchReservationChanges,
  searchTransfers,
};
