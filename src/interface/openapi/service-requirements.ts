import type { GdsProvider, OperationId, Schema } from '../api.ts';
import { gdsproviders } from '../gdsproviders.ts';
import type { RequiredOperation } from './find-conflicts.ts';

const FLIGHT: RequiredOperation = {
  statuses: [200, 400, 401, 403, 500],
  security: [{ secretKey: [], serviceId: [] }],
};
const TRANSFER: RequiredOperation = { ...FLIGHT, statuses: [...FLIGHT.statuses, 502] };

/** The code's requirements for openapi.yaml. */
export const serviceRequirements: {
  operations: Readonly<Record<OperationId, RequiredOperation>>;
  values: { readonly [Place in keyof RequestValue]: readonly RequestValue[Place][] };
} = {
  operations: {
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
  },
  values: {
    'schemas/CabinClass': ['economy', 'premium_economy', 'business', 'first'],
    'schemas/PassengerType': ['adult', 'child', 'infant_without_seat'],
    'schemas/IdentityDocumentType': ['passport', 'tax_id', 'known_traveler_number', 'passenger_redress_number', 'dni'],
    'schemas/FlightOrderRequest/properties/type': ['instant', 'hold'],
    'schemas/OrderPassenger/properties/gender': ['m', 'f'],
    'parameters/GdsProvider/schema': gdsproviders,
    'schemas/TransferCurrency': ['EUR', 'USD', 'CNY'],
    'schemas/TransferMode': ['one_way', 'round_trip'],
  },
};

/** Values of requests, by the place of their schema. */
interface RequestValue {
  'schemas/CabinClass': Schema['CabinClass'];
  'schemas/PassengerType': Schema['PassengerType'];
  'schemas/IdentityDocumentType': Schema['IdentityDocumentType'];
  'schemas/FlightOrderRequest/properties/type': NonNullable<Schema['FlightOrderRequest']['type']>;
  'schemas/OrderPassenger/properties/gender': Schema['OrderPassenger']['gender'];
  'parameters/GdsProvider/schema': GdsProvider;
  'schemas/TransferCurrency': Schema['TransferCurrency'];
  'schemas/TransferMode': Schema['TransferMode'];
}
