import type { OperationId } from '../api.ts';

/** The word that stands for an operation where a scenario is asked for a later call: `book:pending`. */
export const operationWords = {
  'flight-search': 'searchFlights',
  offer: 'getFlightOffer',
  'required-fields': 'getRequiredFields',
  order: 'createFlightOrder',
  search: 'searchTransfers',
  pricing: 'priceTransfer',
  book: 'bookTransfer',
  read: 'getReservation',
  'change-search': 'searchReservationChanges',
  change: 'confirmReservationChange',
  cancel: 'cancelReservation',
  driver: 'getDriverAndVehicle',
  tracking: 'getTracking',
} as const satisfies Record<string, OperationId>;

/** The later calls about the offers of a search that the search can arm. */
export const armable: Partial<Record<OperationId, readonly OperationId[]>> = {
  searchFlights: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
  searchTransfers: ['priceTransfer', 'bookTransfer'],
  searchReservationChanges: ['priceTransfer', 'confirmReservationChange'],
};

/** Groups of operations that scenarios apply to. */
export const flightOperations = [
  'searchFlights',
  'getFlightOffer',
  'getRequiredFields',
  'createFlightOrder',
] as const satisfies OperationId[];

export const transferOperations = [
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'cancelReservation',
  'getDriverAndVehicle',
  'getTracking',
] as const satisfies OperationId[];

export const allOperations = [...flightOperations, ...transferOperations];

/** The two that answer with a booking result. */
export const bookingOperations = ['bookTransfer', 'confirmReservationChange'] as const satisfies OperationId[];

/** The three that make something, after which a lost answer leaves the client in doubt. */
export const makingOperations = ['createFlightOrder', ...bookingOperations] as const satisfies OperationId[];
