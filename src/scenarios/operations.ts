import type { OperationId } from '../interface/api.ts';

/** Words for operations in a selector for a later request: `book:pending`. */
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

const words = new Map(Object.entries(operationWords).map(([word, operationId]) => [operationId as string, word]));

/** Returns the word for an operation, or its id if there is none. */
export function wordOf(operationId: string): string {
  return words.get(operationId) ?? operationId;
}

/** Operations on a reservation, armable by its booking. */
const ofReservation = [
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'cancelReservation',
  'getDriverAndVehicle',
  'getTracking',
] as const satisfies OperationId[];

/** Later operations armable by a request: on its search's offers, or on the reservation it books. */
export const armable: Partial<Record<OperationId, readonly OperationId[]>> = {
  searchFlights: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
  searchTransfers: ['priceTransfer', 'bookTransfer', 'getReservation'],
  searchReservationChanges: ['priceTransfer', 'confirmReservationChange', 'getReservation'],
  bookTransfer: ofReservation,
  confirmReservationChange: ofReservation,
};

/** Operation groups for scenarios. */
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

/** Operations with a booking result. */
export const bookingOperations = ['bookTransfer', 'confirmReservationChange'] as const satisfies OperationId[];

/** Operations to create a resource. */
export const creatingOperations = ['createFlightOrder', ...bookingOperations] as const satisfies OperationId[];

/** Operations to create or end something: a lost response leaves the client in doubt. */
export const committingOperations = [...creatingOperations, 'cancelReservation'] as const satisfies OperationId[];

/** Operations with texts for people in their responses: names, descriptions, instructions. */
export const operationsWithTexts = [
  'searchFlights',
  'getFlightOffer',
  'searchTransfers',
  'priceTransfer',
  'bookTransfer',
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'getDriverAndVehicle',
] as const satisfies OperationId[];
