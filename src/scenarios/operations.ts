import type { OperationId } from '../interface/api.ts';

/** The word for an operation in a selector for a later request: `book:pending`. */
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

/** The word for an operation; its id where there is none. */
export function wordOf(operationId: string): string {
  return words.get(operationId) ?? operationId;
}

/** The operations on a reservation that the booking of it can arm. */
const ofReservation = [
  'getReservation',
  'searchReservationChanges',
  'confirmReservationChange',
  'cancelReservation',
  'getDriverAndVehicle',
  'getTracking',
] as const satisfies OperationId[];

/** The later operations that a request can arm: on the offers of its search, or on the reservation that it books. */
export const armable: Partial<Record<OperationId, readonly OperationId[]>> = {
  searchFlights: ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'],
  searchTransfers: ['priceTransfer', 'bookTransfer', 'getReservation'],
  searchReservationChanges: ['priceTransfer', 'confirmReservationChange', 'getReservation'],
  bookTransfer: ofReservation,
  confirmReservationChange: ofReservation,
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

/** The operations that return a booking result. */
export const bookingOperations = ['bookTransfer', 'confirmReservationChange'] as const satisfies OperationId[];

/** The operations that create something. */
export const creatingOperations = ['createFlightOrder', ...bookingOperations] as const satisfies OperationId[];

/** The operations that create or end something: a lost response leaves the client in doubt. */
export const committingOperations = [...creatingOperations, 'cancelReservation'] as const satisfies OperationId[];

/** The operations whose responses have texts for people: names, descriptions, instructions. */
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
