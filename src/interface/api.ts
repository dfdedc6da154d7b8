import type { components, operations } from './api.gen.ts';

/** Shapes in the interface, generated from openapi.yaml (`npm run generate`). */
export type Schema = components['schemas'];

/**
 * Name of an operation in openapi.yaml.
 *
 * @asType string
 */
export type OperationId = keyof operations;

export type FlightSearchRequest = Schema['FlightSearchRequest'];
export type Offer = Schema['Offer'];
/** An offer's provider: 0 is the default. */
export type GdsProvider = Offer['gdsprovider'];
export type Slice = Schema['Slice'];
export type Segment = Schema['Segment'];
export type PassengerType = Schema['PassengerType'];
export type Currency = Schema['Currency'];
export type FlightOrderRequest = Schema['FlightOrderRequest'];
export type OrderPassenger = Schema['OrderPassenger'];
export type RequiredFieldsRequest = Schema['RequiredFieldsRequest'];
export type TransferSearchRequest = Schema['TransferSearchRequest'];
export type TransferOffer = Schema['TransferOffer'];
export type PricingRequest = Schema['PricingRequest'];
export type BookRequest = Schema['BookRequest'];
export type ChangeSearchRequest = Schema['ChangeSearchRequest'];
export type ChangeRequest = Schema['ChangeRequest'];
export type Reservation = Schema['Reservation'];

/** A body from the domain: the service adds `liveMode` on sending. */
export type ResponseValue<Name extends keyof Schema> = WithoutLiveMode<Schema[Name]>;

/** Distributes over a union's members. */
type WithoutLiveMode<Body> = Body extends unknown ? Omit<Body, 'liveMode'> : never;
