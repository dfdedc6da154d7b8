import type { OperationId } from './scenario.ts';

/** Groups of operations that scenarios apply to. */
export const flightOperations = ['searchFlights', 'getFlightOffer', 'getRequiredFields', 'createFlightOrder'] as const satisfies OperationId[];

export const transferOperations = [
  'searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation', 'searchReservationChanges',
  'confirmReservationChange', 'cancelReservation', 'getDriverAndVehicle', 'getTracking',
] as const satisfies OperationId[];

export const allOperations = [...flightOperations, ...transferOperations];

/** The two that answer with a booking result. */
export const bookingOperations = ['bookTransfer', 'confirmReservationChange'] as const satisfies OperationId[];

/** The three that make something, after which a lost answer leaves the client in doubt. */
export const makingOperations = ['createFlightOrder', ...bookingOperations] as const satisfies OperationId[];
