import type { components, operations } from './api.gen.ts';

/** The shapes of the interface, generated from openapi.yaml (`npm run generate`). */
export type Schema = components['schemas'];

/**
 * Name of an operation of openapi.yaml.
 *
 * @asType string
 */
export type OperationId = keyof operations;

export type FlightSearchRequest = Schema['FlightSearchRequest'];
export type Offer = Schema['Offer'];
/** The provider of an offer: 0 is the default. */
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

/** Distributes over the members of a union. */
type WithoutLiveMode<Body> = Body extends unknown ? Omit<Body, 'liveMode'> : never;
